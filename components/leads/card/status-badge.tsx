import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { LeadView, ShownStatus } from '../lead-data';

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

/** A call that broke off has nothing that could be completed: it says that there is no recording. */
export function StatusBadge({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const { processingStatus: status } = lead;
  const nothingToHear = status === 'completed' && !lead.hasAudio;
  return (
    <span
      data-status={status}
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold ${colours[nothingToHear ? 'unknown' : status]}`}
    >
      {status === 'processing' ? (
        <LoaderCircle className="size-3 animate-spin" aria-hidden />
      ) : (
        <span className={`size-2 rounded-full ${dots[nothingToHear ? 'unknown' : status]}`} aria-hidden />
      )}
      {nothingToHear ? t('leads_without_recording') : t(`leads_status_${status}`)}
    </span>
  );
}

/** In a closed row only what is not done yet, or went wrong, is told. */
export function StatusDot({ status }: { status: ShownStatus }) {
  const t = useTranslations();
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
