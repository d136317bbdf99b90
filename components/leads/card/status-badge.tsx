import type { Lead } from '@/lib/contracts/leads';
import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { processingStatuses } from '@/lib/contracts/choices';

type ShownStatus = Lead['processingStatus'] | 'unknown';

/** Any other status, or none, is shown as unknown. */
function shownStatus(status: string | undefined): ShownStatus {
  return processingStatuses.find((name) => name === status) ?? 'unknown';
}

/** Colours by status: yellow, blue, green, red, grey. */
const colours: Record<ShownStatus, string> = {
  pending: 'bg-pending-paper text-pending-ink',
  processing: 'bg-processing-paper text-processing-ink',
  completed: 'bg-completed-paper text-completed-ink',
  failed: 'bg-failed-paper text-failed-ink',
  unknown: 'bg-unknown-paper text-unknown-ink',
};

const dots: Record<ShownStatus, string> = {
  pending: 'bg-pending',
  processing: 'bg-processing',
  completed: 'bg-completed',
  failed: 'bg-failed',
  unknown: 'bg-unknown',
};

/** A lead without a recording shows that instead of 'completed'. */
export function StatusBadge({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const status = shownStatus(lead.processingStatus);
  const hasNothingToHear = status === 'completed' && !lead.hasAudio;
  return (
    <span
      data-status={status}
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold ${colours[hasNothingToHear ? 'unknown' : status]}`}
    >
      {status === 'processing' ? (
        <LoaderCircle className="size-3 animate-spin" aria-hidden />
      ) : (
        <span className={`size-2 rounded-full ${dots[hasNothingToHear ? 'unknown' : status]}`} aria-hidden />
      )}
      {hasNothingToHear ? t('leads_without_recording') : t(`leads_status_${status}`)}
    </span>
  );
}

/** In a row: the status of processing, unless it is completed. */
export function StatusChip({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const status = shownStatus(lead.processingStatus);
  if (status === 'completed') return null;
  const name = t(`leads_status_${status}`);
  return (
    <span
      data-status={status}
      title={name}
      className={`rounded-full px-1.5 text-[0.6875rem] font-semibold whitespace-nowrap max-md:shrink-0 md:min-w-0 md:truncate lg:shrink-0 ${colours[status]}`}
    >
      {name}
    </span>
  );
}
