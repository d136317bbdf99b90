import { MicOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useId, useRef } from 'react';
import { formatPhone } from '@/lib/phone';
import { useLeadDetail } from '../data/lead-details';
import type { LeadView } from '../data/lead-data';
import { useLeadsContext } from '../list/leads-context';
import { AudioPlayer } from '../player/audio-player';
import { LeadActions } from './lead-actions';
import { LeadAnalysis } from './lead-analysis';
import { LeadConsent } from './lead-consent';
import { LeadDialogue } from './lead-dialogue';
import { LeadError } from './lead-error';
import { LeadFacts } from './lead-facts';
import { LeadMark } from './lead-mark';
import { LeadNote } from './lead-note';
import { LeadTranscription } from './lead-transcription';
import { StatusBadge } from './status-badge';
import { useNear } from './use-near';

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
