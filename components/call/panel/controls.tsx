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
import { typedTextMaxChars } from '@/lib/contracts/limits';
import { createStore } from '@/components/ui/store';
import { send, typeAnswer } from '../call';
import type { CallView } from '../chart/view';
import type { CallPanelStrings } from '../strings';
import { Devices } from './devices';
import { MicLevel } from './status';

interface Fields {
  open: 'typing' | 'devices' | null;
  text: string;
  /** The field takes the focus when the visitor opens it, not when a change of language redraws it. */
  takesFocus: boolean;
}

const closedFields: Fields = { open: null, text: '', takesFocus: false };
/** The open fields survive a change of the page's language. */
const fields = createStore(closedFields);
const setFields = (change: Partial<Fields>) => fields.set({ ...fields.get(), ...change });
const useFields = () => useSyncExternalStore(fields.subscribe, fields.get, fields.get);

/** An answer by text, for a visitor who cannot speak where they are. */
function TypedAnswer({ strings }: { strings: CallPanelStrings }) {
  const field = useRef<HTMLInputElement>(null);
  const { text } = useFields();
  const [failed, setFailed] = useState(false);

  const isSending = useRef(false);

  useEffect(() => {
    if (fields.get().takesFocus) field.current?.focus();
    setFields({ takesFocus: false });
    send({ type: 'answerField', isOpen: true, text: fields.get().text });
    return () => send({ type: 'answerField', isOpen: false, text: '' });
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    field.current?.focus();
    if (text.trim() === '' || isSending.current) return;
    isSending.current = true;
    const isSent = await typeAnswer(text.trim());
    isSending.current = false;
    setFailed(!isSent);
    if (isSent && fields.get().text === text) setFields({ text: '' });
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap gap-2">
      <input
        ref={field}
        value={text}
        onChange={({ currentTarget }) => {
          setFields({ text: currentTarget.value });
          send({ type: 'answerField', isOpen: true, text: currentTarget.value });
        }}
        aria-label={strings.voice_chat_type}
        placeholder={strings.voice_chat_type}
        maxLength={typedTextMaxChars}
        autoComplete="off"
        enterKeyHint="send"
        className="h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-paper px-4 text-ink"
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
  view: CallView;
  strings: CallPanelStrings;
  /** The button that ends the call. */
  end: RefObject<HTMLButtonElement | null>;
}

/** The field for answers and the choice of devices, where the visitor has opened them or needs them. */
export function CallFields({ view, strings }: Pick<CallControlsProps, 'view' | 'strings'>) {
  const { open } = useFields();
  if (!view.isInRoom) return null;
  return (
    <>
      {(view.isTyping || open === 'typing') && <TypedAnswer strings={strings} />}
      {(open === 'devices' || view.microphoneLost === 'gone') && <Devices strings={strings} />}
    </>
  );
}

/** Mute, typing, devices and end; once the call is over, trying again and closing. */
export function CallControls({ view, strings, end }: CallControlsProps) {
  const { open } = useFields();
  const { screen, isUnderWay, isInRoom, isMuted, isTyping } = view;

  useEffect(() => {
    if (!isUnderWay) fields.set(closedFields);
  }, [isUnderWay]);

  // Reserves the height of the buttons.
  if (screen === 'ending') return <div className="h-11" />;
  const toggle = (part: 'typing' | 'devices') => {
    const openPart = open === part ? null : part;
    setFields({ open: openPart, takesFocus: openPart === 'typing' });
  };
  const beginTyping = () => {
    setFields({ takesFocus: true });
    send({ type: 'typeInstead' });
  };
  const MuteIcon = isMuted ? MicOff : Mic;
  return (
    <div className="flex flex-wrap items-center justify-end gap-1.5 sm:gap-2">
      {isInRoom && !isTyping && (
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
      {((isUnderWay && !isTyping) || screen === 'cooldown') && (
        <div className={`${quiet} relative w-11 overflow-hidden has-disabled:opacity-50`}>
          {isUnderWay && <MicLevel strings={strings} muted={isMuted} />}
          <button
            type="button"
            disabled={!isInRoom}
            onClick={() => send({ type: 'setMuted', isMuted: !isMuted })}
            title={isMuted ? strings.voice_chat_unmute : strings.voice_chat_mute}
            className="relative grid size-full place-items-center rounded-full"
          >
            <MuteIcon aria-hidden className="size-5" />
            <span className="sr-only">{isMuted ? strings.voice_chat_unmute : strings.voice_chat_mute}</span>
          </button>
        </div>
      )}
      {isInRoom && view.microphoneLost && (
        <button type="button" onClick={() => send({ type: 'reopenMicrophone' })} className={`${quiet} px-4`}>
          {strings.voice_chat_retry}
        </button>
      )}
      {view.canTypeInstead && (
        <button type="button" onClick={beginTyping} className={`${quiet} px-4`}>
          {strings.voice_chat_type_instead}
        </button>
      )}
      {isUnderWay ? (
        <button
          ref={end}
          type="button"
          onClick={() => send({ type: 'end' })}
          className="flex h-11 items-center gap-2 rounded-full bg-failed px-3.5 font-semibold text-paper-raised sm:px-4"
        >
          <PhoneOff aria-hidden className="size-5" />
          {strings.voice_chat_end}
        </button>
      ) : (
        <>
          {view.canRetry && (
            <button type="button" onClick={() => send({ type: 'retry' })} className={`${quiet} px-4`}>
              {retryLabel(view, strings)}
            </button>
          )}
          <button type="button" onClick={() => send({ type: 'dismiss' })} className={`${quiet} px-4`}>
            {strings.voice_chat_close}
          </button>
        </>
      )}
    </div>
  );
}

function retryLabel({ screen, failure }: CallView, strings: CallPanelStrings): string {
  if (screen === 'other_tab') return strings.voice_chat_call_here;
  if (screen === 'resume_offered') return strings.voice_chat_go_back;
  if (screen === 'failed' && failure?.kind === 'number_cooldown') return strings.voice_chat_correct_number;
  const isOutdated = screen === 'failed' && failure?.kind === 'terms_outdated';
  return isOutdated ? strings.voice_chat_reload : strings.voice_chat_retry;
}
