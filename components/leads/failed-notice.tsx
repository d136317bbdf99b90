import { RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';
import type { RequestFailure } from '@/lib/api-client';
import { useFailureWords } from './failure-words';

interface FailedNoticeProps {
  /** The message that names what failed, if the page does not show it. */
  title?: string;
  failure: RequestFailure;
  busy?: boolean;
  onRetry: () => void;
}

/** Shows why a request failed and offers a retry. */
export function FailedNotice({ title, failure, busy = false, onRetry }: FailedNoticeProps) {
  const t = useTranslations();
  const words = useFailureWords();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-failed bg-failed-paper p-4 text-sm text-failed-ink"
    >
      <div>
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <p>{words(failure)}</p>
      </div>
      <ToolButton icon={RotateCw} busy={busy} onClick={onRetry}>
        {t('leads_retry')}
      </ToolButton>
    </div>
  );
}
