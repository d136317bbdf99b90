'use client';

import { Keyboard, Mic, MicOff, PhoneOff, Send, Settings2 } from 'lucide-react';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createStore } from '@/components/ui/store';
import {
  dismissCall,
  endCall,
  reopenMicrophone,
  retryCall,
  setMuted,
  setWriting,
  typeAnswer,
  typeInstead,
} from '../call';
import { type CallState, isInRoom, isUnderWay, retryableOutcome } from '../call-machine';
import type { VoiceChatStrings } from '../strings';
import { Devices } from './devices';

/** The open part, and what is typed, outlive a change of the page's language. */
const opened = createStore<'typing' | 'devices' | null>(null);
const typed = createStore('');
/** The field takes the focus as it is opened, not as a change of language draws it anew. */
const opening = { now: false };

/** For who cannot speak where they are: an answer by text. */
function TypedAnswer({ strings }: { strings: VoiceChatStrings }) {
  const field = useRef<HTMLInputElement>(null);
  const text = useSyncExternalStore(typed.subscribe, typed.get, typed.get);
  const [failed, setFailed] = useState(false);

  const sending = useRef(false);

  useEffect(() => {
    if (opening.now) field.current?.focus();
    opening.now = false;
    setWriting(true, typed.get());
    return () => setWriting(false);
  }, []);

  async function send(event: FormEvent) {
    event.preventDefault();
    field.current?.focus();
    if (text.trim() === '' || sending.current) return;
    sending.current = true;
    const sent = await typeAnswer(text.trim());
    sending.current = false;
    setFailed(!sent);
    if (sent && typed.get() === text) typed.set('');
  }

  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-wrap gap-2">
      <input
        ref={field}
        value={text}
        onChange={({ currentTarget }) => {
          typed.set(currentTarget.value);
          setWriting(true, currentTarget.value);
        }}
        aria-label={strings.voice_chat_type}
        placeholder={strings.voice_chat_type}
        maxLength={500}
        autoComplete="off"
        enterKeyHint="send"
        className="h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-paper px-4 text-ink placeholder:text-ink-soft"
      />
      <button type="submit" aria-label={strings.voice_chat_send} className={`${quiet} w-11 justify-center`}>
        <Send aria-hidden className="size-5" />
      </button>
      <p role="alert" className="w-full text-sm text-pretty text-failed-ink empty:hidden">
        {failed && strings.voice_chat_type_failed}
      </p>
    </form>
  );
}

const quiet =
  'border-line-strong hover:bg-paper-sunk aria-pressed:bg-paper-sunk aria-expanded:bg-paper-sunk flex h-11 shrink-0 items-center gap-2 rounded-full border font-medium disabled:opacity-50';

interface ToggleProps {
  label: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Toggle({ label, open, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={open}
      onClick={onToggle}
      className={`${quiet} w-11 justify-center`}
    >
      {children}
    </button>
  );
}

interface CallControlsProps {
  state: CallState;
  strings: VoiceChatStrings;
  /** The button that ends the call. */
  end: RefObject<HTMLButtonElement | null>;
}

/** Mute, typing, devices and end; once the call is over, trying again and closing. */
export function CallControls({ state, strings, end }: CallControlsProps) {
  const open = useSyncExternalStore(opened.subscribe, opened.get, opened.get);
  const { phase, muted, typing } = state;
  const underWay = isUnderWay(phase);

  useEffect(() => {
    if (underWay) return;
    opened.set(null);
    typed.set('');
  }, [underWay]);

  if (phase.name === 'ending') return null;
  const toggle = (part: 'typing' | 'devices') => {
    opening.now = part === 'typing' && open !== part;
    opened.set(open === part ? null : part);
  };
  const beginTyping = () => {
    opening.now = true;
    typeInstead();
  };
  const inRoom = isInRoom(phase);
  const MuteIcon = muted ? MicOff : Mic;
  return (
    <>
      {inRoom && (typing || open === 'typing') && <TypedAnswer strings={strings} />}
      {inRoom && (open === 'devices' || state.micLost === 'gone') && <Devices strings={strings} />}
      <div className="flex flex-wrap items-center justify-end gap-1.5 sm:gap-2">
        {inRoom && !typing && (
          <>
            <Toggle
              label={strings.voice_chat_devices}
              open={open === 'devices'}
              onToggle={() => toggle('devices')}
            >
              <Settings2 aria-hidden className="size-5" />
            </Toggle>
            <Toggle
              label={strings.voice_chat_typing}
              open={open === 'typing'}
              onToggle={() => toggle('typing')}
            >
              <Keyboard aria-hidden className="size-5" />
            </Toggle>
          </>
        )}
        {((underWay && !typing) || phase.name === 'cooldown') && (
          <button
            type="button"
            disabled={!inRoom}
            onClick={() => setMuted(!muted)}
            title={muted ? strings.voice_chat_unmute : strings.voice_chat_mute}
            className={`${quiet} w-11 justify-center`}
          >
            <MuteIcon aria-hidden className="size-5" />
            <span className="sr-only">{muted ? strings.voice_chat_unmute : strings.voice_chat_mute}</span>
          </button>
        )}
        {inRoom && state.micLost && (
          <button type="button" onClick={reopenMicrophone} className={`${quiet} px-4`}>
            {strings.voice_chat_retry}
          </button>
        )}
        {mayType(state) && (
          <button type="button" onClick={beginTyping} className={`${quiet} px-4`}>
            {strings.voice_chat_type_instead}
          </button>
        )}
        {underWay ? (
          <button
            ref={end}
            type="button"
            onClick={endCall}
            className="flex h-11 items-center gap-2 rounded-full bg-failed px-3.5 font-semibold text-paper-raised sm:px-4"
          >
            <PhoneOff aria-hidden className="size-5" />
            {strings.voice_chat_end}
          </button>
        ) : (
          <>
            {mayRetry(state) && (
              <button type="button" onClick={retryCall} className={`${quiet} px-4`}>
                {retryWords(state, strings)}
              </button>
            )}
            <button type="button" onClick={dismissCall} className={`${quiet} px-4`}>
              {strings.voice_chat_close}
            </button>
          </>
        )}
      </div>
    </>
  );
}

function retryWords({ phase }: CallState, strings: VoiceChatStrings): string {
  const failure = phase.name === 'failed' ? phase.failure.kind : null;
  if (failure === 'other_tab') return strings.voice_chat_call_here;
  if (failure === 'broken_off') return strings.voice_chat_go_back;
  if (failure === 'number_cooldown') return strings.voice_chat_correct_number;
  return failure === 'terms_outdated' ? strings.voice_chat_reload : strings.voice_chat_retry;
}

/** The microphone cannot be had, or has not been for some time, or nothing was heard of it. */
function mayType(state: CallState): boolean {
  const { phase, typing } = state;
  if (phase.name === 'checking_mic') return phase.overlooked === true;
  if (phase.name === 'ended') return retryableOutcome(state) === 'unheard' && !typing;
  return phase.name === 'denied' || phase.name === 'mic_failed';
}

/** A call that came to nothing may be tried again at once. */
function mayRetry(state: CallState): boolean {
  const { name } = state.phase;
  return name === 'ended' ? retryableOutcome(state) !== undefined : name !== 'cooldown';
}
