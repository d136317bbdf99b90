'use client';

import { PhoneOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { jsonRequest, request } from '@/components/leads/api';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { toast } from '@/components/ui/toast';
import { ToolButton } from '@/components/ui/tool-button';
import { type LiveCalls, liveCalls } from '@/lib/contracts/office';
import { isLanguage, languageNames } from '@/lib/i18n/language';
import { formatPhone } from '@/lib/phone';
import { minutesSeconds } from '@/lib/time';
import { OfficeFailed, OfficeLoading } from '../notices';
import { useResource } from '../use-resource';

const livePath = '/api/admin/live';
/** A turn is told when it is finished; this is how long it may take until it is read. */
const everyMs = 2_000;

/** The calls that go on now, with what is said in them. */
export function LivePage() {
  const t = useTranslations();
  const { data, failure, reload } = useResource(livePath, liveCalls);

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [reload]);

  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-bold tracking-tight">{t('live_title')}</h1>
      {failure && <OfficeFailed failure={failure} onRetry={() => void reload()} />}
      {data === null && failure === null && <OfficeLoading />}
      {data?.calls.length === 0 && (
        <p role="status" className="py-24 text-center text-lg font-semibold">
          {t('live_empty')}
        </p>
      )}
      {data?.calls.map((call) => (
        <LiveCall key={call.room} call={call} onEnded={() => void reload()} />
      ))}
    </div>
  );
}

function LiveCall({ call, onEnded }: { call: LiveCalls['calls'][number]; onEnded: () => void }) {
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, run } = useBusy((failure) => toast.error(t('live_end_failed', { message: words(failure) })));
  const phone = call.phone === null ? t('live_no_number') : formatPhone(call.phone);

  async function end() {
    await request(livePath, jsonRequest('DELETE', { room: call.room }));
    onEnded();
  }

  return (
    <article aria-label={phone} className="grid gap-3 rounded-xl border border-line bg-paper-raised p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold tabular-nums">{phone}</h2>
        <p className="text-sm text-ink-soft">
          {isLanguage(call.language) ? languageNames[call.language] : call.language}
        </p>
        <Elapsed since={call.startedAt} />
        <ToolButton
          icon={PhoneOff}
          tone="danger"
          busy={busy}
          onClick={() => void run(end)}
          className="ml-auto max-md:min-h-11"
        >
          {t('live_end')}
        </ToolButton>
      </header>
      <ol aria-label={t('live_captions')} aria-live="polite" className="grid gap-1 text-sm">
        {call.turns.map(({ index, speaker, text }) => (
          <li key={index} className="grid grid-cols-[4.5rem_1fr] gap-2">
            <span className={`font-semibold ${speaker === 'agent' ? 'text-turquoise-ink' : 'text-cobalt'}`}>
              {t(`leads_speaker_${speaker}`)}
            </span>
            <span>{text ?? <i className="text-ink-soft">{t('leads_turn_without_words')}</i>}</span>
          </li>
        ))}
      </ol>
    </article>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return <p className="text-sm font-semibold tabular-nums">{minutesSeconds(seconds)}</p>;
}
