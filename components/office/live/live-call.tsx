import { Headphones, PhoneOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { SpokenLine } from '@/components/leads/card/speaker-name';
import { shownPhone } from '@/components/leads/format';
import { useBusyToast } from '@/components/leads/use-busy';
import { ToolButton } from '@/components/ui/tool-button';
import { useNowMs } from '@/components/ui/use-now';
import { callApi } from '@/lib/api-client';
import type { LiveCalls } from '@/lib/contracts/office';
import { languageNameOf } from '@/lib/i18n/language';
import { minutesSeconds } from '@/lib/time';
import { SureButton } from '../sure-button';
import type { LiveWords } from './listening';

type LiveCall = LiveCalls['calls'][number];

interface LiveCallProps {
  call: LiveCall;
  onEnded: () => void;
}

/** A running call; the operator may listen in and end it. */
export function LiveCall({ call, onEnded }: LiveCallProps) {
  const t = useTranslations();
  const ending = useBusyToast('live_end_failed');
  const { phase, utterance, busy, toggle } = useListening(call);
  const isListening = phase === 'silent' || phase === 'on';
  const phone = call.phone === null ? t('live_no_number') : shownPhone(call.phone);

  async function end() {
    await callApi('DELETE /api/admin/live', { body: { room: call.room } });
    onEnded();
  }

  return (
    <article aria-label={phone} className="grid gap-3 rounded-xl border border-line bg-paper-raised p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold tabular-nums">{phone}</h2>
        <p className="text-sm text-ink-soft">{languageNameOf(call.language)}</p>
        <Elapsed since={call.startedAt} />
        <div className="flex flex-wrap gap-2 md:ml-auto">
          {call.mayListen && (
            <ToolButton icon={Headphones} busy={busy} aria-pressed={isListening} onClick={toggle}>
              {t(isListening ? 'live_listen_stop' : 'live_listen')}
            </ToolButton>
          )}
          <SureButton
            icon={PhoneOff}
            busy={ending.busy}
            words={t('live_end')}
            sure={t('live_end_sure')}
            onSure={() => void ending.run(end)}
          />
        </div>
      </header>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {phase === 'on' && t('live_listening')}
        {(phase === 'joining' || phase === 'silent') && t('live_joining')}
        {!call.mayListen && t('live_listen_not_agreed')}
      </p>
      <ol aria-label={t('live_captions')} aria-live="polite" className="grid gap-1 text-sm">
        {call.turns.map(({ index, speaker, text }) => (
          <SpokenLine key={index} speaker={speaker}>
            {text ?? <i className="text-ink-soft">{t('leads_turn_without_words')}</i>}
          </SpokenLine>
        ))}
        {utterance && <SpokenLine speaker={utterance.speaker}>{utterance.text}…</SpokenLine>}
      </ol>
    </article>
  );
}

/** Listens in on a call. `utterance` is the current utterance until the server reports it as a turn. */
function useListening({ room, turns }: LiveCall) {
  const { busy, run } = useBusyToast('live_listen_failed');
  const [phase, setPhase] = useState<'off' | 'joining' | 'silent' | 'on'>('off');
  const [latestWords, setLatestWords] = useState<(LiveWords & { turnCount: number }) | null>(null);
  const stop = useRef<(() => Promise<void>) | null>(null);
  const currentTurnCount = useRef(turns.length);
  const isClosed = useRef(false);

  useEffect(() => {
    currentTurnCount.current = turns.length;
  }, [turns.length]);

  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      void stop.current?.();
    };
  }, []);

  const reset = () => {
    stop.current = null;
    setPhase('off');
    setLatestWords(null);
  };

  const toggle = () =>
    void run(async () => {
      if (stop.current !== null) {
        await stop.current();
        return reset();
      }
      setPhase('joining');
      const grant = await callApi('POST /api/admin/live', { body: { room } });
      const { listenIn } = await import('./listening');
      const stopListening = await listenIn(grant, {
        onWords: (words) => setLatestWords({ ...words, turnCount: currentTurnCount.current }),
        onSound: () => setPhase('on'),
        onEnd: reset,
      });
      // The page was left meanwhile, so no button could stop the sound.
      if (isClosed.current) return stopListening();
      stop.current = stopListening;
      setPhase((current) => (current === 'joining' ? 'silent' : current));
    }).then(() => setPhase((current) => (current === 'joining' ? 'off' : current)));

  const utterance = latestWords !== null && latestWords.turnCount === turns.length ? latestWords : null;
  return { phase, utterance, busy, toggle };
}

function Elapsed({ since }: { since: string }) {
  const nowMs = useNowMs(1000);
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(since)) / 1000));
  return <p className="text-sm font-semibold tabular-nums">{minutesSeconds(seconds)}</p>;
}
