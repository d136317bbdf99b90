import { MicOff } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { type RefObject, memo, useEffect, useId, useRef, useState } from 'react';
import { errorCatalogue } from '@/lib/contracts/errors';
import { formatPhone } from '@/lib/phone';
import type { LeadView } from '../lead-data';
import { useLeadsContext } from '../list/leads-context';
import { AudioPlayer } from '../player/audio-player';
import { LeadActions } from './lead-actions';
import { LeadAnalysis } from './lead-analysis';
import { useLeadDetail } from './lead-details';
import { LeadDialogue, LeadTranscription } from './lead-dialogue';
import { LeadConsent, LeadFacts } from './lead-facts';
import { LeadMark, LeadNote } from './lead-mark';
import { StatusBadge } from './status-badge';

/** The faults of processing whose sentence has a translation, the message error_<code>. */
const translatedCodes = [
  'audio_not_found',
  'invalid_audio',
  'too_large',
  'storage_failed',
  'speech_failed',
  'speech_timeout',
  'speech_unavailable',
  'language_model_failed',
  'language_model_refused',
  'language_model_timeout',
  'processing_failed',
] as const;

/** Why a lead was not processed: the server's sentence, in the reader's language where it is one that we know. */
export function LeadError({ error }: { error: string | undefined }) {
  const t = useTranslations();
  const inEnglish = useLocale() === 'en';
  if (!error) return null;
  const code = translatedCodes.find((candidate) => errorCatalogue[candidate].detail === error);
  return (
    <p className="rounded-lg bg-failed-paper px-3 py-2 text-sm text-failed-ink">
      {t('leads_error', { error: inEnglish || code === undefined ? error : t(`error_${code}`) })}
    </p>
  );
}

/** Whether an element has come near the window; stays true then. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (element === null || near) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '300px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, near]);

  return near;
}

interface LeadCardProps {
  lead: LeadView;
  /** From 1, of all that the list holds, drawn or not. */
  place: number;
  total: number;
  selected: boolean;
}

/** One lead with everything that is known of it (spec.md section 2). */
export const LeadCard = memo(function LeadCard({ lead, place, total, selected }: LeadCardProps) {
  const t = useTranslations();
  const heading = useId();
  const card = useRef<HTMLElement>(null);
  const detail = useLeadDetail(lead, useNear(card));
  const { linkTo, select } = useLeadsContext();
  const phone = formatPhone(lead.phoneNumber) || lead.phoneNumber;
  return (
    <article
      ref={card}
      aria-labelledby={heading}
      aria-posinset={place}
      aria-setsize={total}
      tabIndex={-1}
      data-lead={lead._id}
      className="grid scroll-mt-24 gap-3 rounded-xl border border-line bg-paper-raised p-3 sm:p-4"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 lg:flex-nowrap">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <input
              type="checkbox"
              checked={selected}
              onChange={(event) => select(lead._id, event.currentTarget.checked)}
              aria-label={t('leads_select', { phone })}
              className="size-4"
            />
            <h2 id={heading} className="text-lg font-semibold tabular-nums">
              <a href={linkTo(lead._id)} title={t('leads_link')} className="hover:underline">
                {phone}
              </a>
            </h2>
            <StatusBadge status={lead.processingStatus} />
            <LeadMark lead={lead} />
          </div>
          <LeadFacts lead={lead} />
        </div>
        <LeadActions lead={lead} />
      </header>
      <LeadError error={lead.processingError} />
      {lead.hasAudio ? <AudioPlayer lead={lead} peaks={detail?.peaks} /> : <NoRecording />}
      <div className="grid gap-x-6 gap-y-3 empty:hidden lg:grid-cols-2">
        <LeadAnalysis summary={lead.summary} />
        <LeadDialogue lead={lead} />
      </div>
      {lead.missing.length > 0 && (
        <p className="text-xs text-ink-soft">
          {lead.missing.map((part) => t(`leads_missing_${part}`)).join(' ')}
        </p>
      )}
      <LeadTranscription transcription={lead.transcription} />
      <LeadConsent consent={detail?.consent} />
      <LeadNote lead={lead} />
    </article>
  );
});

function NoRecording() {
  const t = useTranslations();
  return (
    <p className="flex items-center gap-2 rounded-lg bg-paper-sunk px-3 py-2 text-sm text-ink-soft">
      <MicOff className="size-4 shrink-0" aria-hidden />
      {t('leads_no_recording')}
    </p>
  );
}
