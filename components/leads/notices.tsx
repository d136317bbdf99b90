import { LoaderCircle, RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import type { RequestFailure } from '@/lib/api-client';
import { useFailureWords } from './failure-words';
import { useBusy } from './use-busy';

export function LoadingNotice() {
  const t = useTranslations();
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-ink-soft">
      <LoaderCircle className="size-5 animate-spin" aria-hidden />
      {t('office_loading')}
    </p>
  );
}

interface FailedNoticeProps {
  /** The message that names what failed, if the page does not show it. */
  title?: string;
  failure: RequestFailure;
  onRetry: () => Promise<unknown>;
}

/** Shows why a request failed and offers a retry. After an expired session, the page shows the sign-in form. */
export function FailedNotice({ title, failure, onRetry }: FailedNoticeProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const router = useRouter();
  const { busy, run } = useBusy();
  const isRefused = failure.code === 'unauthorized' || failure.code === 'admin_locked';
  useEffect(() => {
    if (isRefused) router.refresh();
  }, [isRefused, router]);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-failed bg-failed-paper p-4 text-sm text-failed-ink"
    >
      <div>
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <p>{words(failure)}</p>
      </div>
      <ToolButton icon={RotateCw} busy={busy} onClick={() => void run(onRetry)}>
        {t('leads_retry')}
      </ToolButton>
    </div>
  );
}
