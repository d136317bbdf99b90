import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ShownStatus } from '../lead-data';

/** The colours of spec.md section 4: yellow, blue, green, red, grey. */
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

export function StatusBadge({ status }: { status: ShownStatus }) {
  const t = useTranslations();
  return (
    <span
      data-status={status}
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold ${colours[status]}`}
    >
      {status === 'processing' ? (
        <LoaderCircle className="size-3 animate-spin" aria-hidden />
      ) : (
        <span className={`size-2 rounded-full ${dots[status]}`} aria-hidden />
      )}
      {t(`leads_status_${status}`)}
    </span>
  );
}
