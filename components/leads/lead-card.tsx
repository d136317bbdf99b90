import { MicOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useId } from 'react';
import { formatPhone } from '@/lib/phone';
import { AudioPlayer } from './audio-player';
import { LeadActions } from './lead-actions';
import { LeadAnalysis } from './lead-analysis';
import type { LeadView } from './lead-data';
import { LeadDialogue } from './lead-dialogue';
import { LeadFacts } from './lead-facts';
import { LeadTranscription } from './lead-transcription';
import { StatusBadge } from './status-badge';

interface LeadCardProps {
  lead: LeadView;
  /** From 1, of all that the list holds, drawn or not. */
  place: number;
  total: number;
  onDelete: (lead: LeadView) => void;
  onChanged: () => void;
}

/** One lead with everything that is known of it (spec.md section 2). */
export const LeadCard = memo(function LeadCard({ lead, place, total, onDelete, onChanged }: LeadCardProps) {
  const t = useTranslations();
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      aria-posinset={place}
      aria-setsize={total}
      tabIndex={-1}
      data-lead={lead._id}
      className="grid gap-3 rounded-xl border border-line bg-paper-raised p-3 sm:p-4"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 lg:flex-nowrap">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={heading} className="text-lg font-semibold tabular-nums">
              {formatPhone(lead.phoneNumber) || lead.phoneNumber}
            </h2>
            <StatusBadge status={lead.processingStatus} />
          </div>
          <LeadFacts lead={lead} />
        </div>
        <LeadActions lead={lead} onDelete={onDelete} onChanged={onChanged} />
      </header>
      {lead.processingError && (
        <p className="rounded-lg bg-failed-paper px-3 py-2 text-sm text-failed-ink">
          {t('leads_error', { error: lead.processingError })}
        </p>
      )}
      {lead.hasAudio ? <AudioPlayer lead={lead} /> : <NoRecording />}
      <div className="grid gap-x-6 gap-y-3 empty:hidden lg:grid-cols-2">
        <LeadAnalysis summary={lead.summary} />
        <LeadDialogue lead={lead} />
      </div>
      <LeadTranscription transcription={lead.transcription} />
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
