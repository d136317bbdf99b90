import { Keyboard, PhoneCall, PhoneOff, SendHorizontal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SpokenLine } from '@/components/leads/card/speaker-name';
import { ToolButton, toolLook } from '@/components/ui/tool-button';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';
import type { Autosave } from './autosave';
import { useDraftTest } from './draft-test';
import { planFieldLook } from './fields';
import type { TrialCall, TrialView } from './trial-call';

const noCall = createStore<TrialView | null>(null);

interface TrialProps {
  autosave: Autosave;
  /** The draft's languages. */
  languages: readonly Language[];
  onClose: () => void;
}

/** A conversation with the draft's agent, spoken or typed. On wide screens it is beside the form. */
export function Trial({ autosave, languages, onClose }: TrialProps) {
  const t = useTranslations();
  const { busy, problem, begin, languageField } = useDraftTest(autosave, languages);
  const [call, setCall] = useState<TrialCall | null>(null);
  const view = useSyncExternalStore(
    call?.view.subscribe ?? noCall.subscribe,
    call?.view.get ?? noCall.get,
    noCall.get,
  );
  const currentCall = useRef<TrialCall | null>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      void currentCall.current?.end();
    };
  }, []);

  function start(byTyping: boolean) {
    setCall(null);
    void begin(async (revision, inLanguage) => {
      const { TrialCall: Call } = await import('./trial-call');
      // The trial was closed meanwhile, so no button could end the call.
      if (isClosed.current) return;
      const newCall = new Call();
      currentCall.current = newCall;
      setCall(newCall);
      await newCall.start(revision, inLanguage, byTyping);
    });
  }

  const isOn =
    !problem && view !== null && ['microphone', 'connecting', 'waiting', 'on'].includes(view.state);
  return (
    <section
      aria-label={t('plan_trial')}
      data-trial
      className="grid content-start gap-3 border-t border-line pt-3 beside:fixed beside:inset-y-20 beside:right-[max(1.25rem,calc(50vw-46.75rem))] beside:w-88 beside:overflow-y-auto beside:rounded-xl beside:border beside:bg-paper-raised beside:p-4"
    >
      <p className="text-sm text-pretty text-ink-soft">{t('plan_trial_hint')}</p>
      <div className="flex flex-wrap items-end gap-2">
        {languageField(t('plan_trial_language'), isOn)}
        {isOn ? (
          <ToolButton icon={PhoneOff} tone="danger_press" onClick={() => void call?.end()}>
            {t('plan_trial_end')}
          </ToolButton>
        ) : (
          <>
            <ToolButton icon={PhoneCall} tone="press" busy={busy} onClick={() => start(false)}>
              {t('plan_trial_start')}
            </ToolButton>
            <ToolButton icon={Keyboard} busy={busy} onClick={() => start(true)}>
              {t('plan_trial_start_typing')}
            </ToolButton>
          </>
        )}
        <ToolButton onClick={onClose}>{t('plan_trial_close')}</ToolButton>
      </div>
      <p role="status" className="text-sm font-semibold">
        {problem ? <span className="text-failed-ink">{problem}</span> : view && t(`plan_trial_${view.state}`)}
      </p>
      {view !== null && (
        <ol aria-label={t('plan_trial_captions')} className="grid gap-1 text-sm empty:hidden">
          {view.captions.map(({ segment, speaker, text }) => (
            <SpokenLine key={segment} speaker={speaker}>
              {text}
            </SpokenLine>
          ))}
        </ol>
      )}
      {view?.state === 'on' && call !== null && <TypeAnswer onType={(text) => void call.type(text)} />}
    </section>
  );
}

function TypeAnswer({ onType }: { onType: (text: string) => void }) {
  const t = useTranslations();
  const [text, setText] = useState('');

  function send(event: FormEvent) {
    event.preventDefault();
    const answer = text.trim();
    if (answer === '') return;
    onType(answer);
    setText('');
  }

  return (
    <form onSubmit={send} className="flex items-center gap-2">
      <input
        aria-label={t('plan_trial_type')}
        placeholder={t('plan_trial_type')}
        value={text}
        maxLength={500}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className={planFieldLook}
      />
      <button type="submit" aria-label={t('plan_trial_send')} className={toolLook('plain')}>
        <SendHorizontal className="size-4" aria-hidden />
      </button>
    </form>
  );
}
