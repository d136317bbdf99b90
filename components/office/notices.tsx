import { LoaderCircle, RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import type { RequestFailure } from '@/components/leads/api';
import { useFailureWords } from '@/components/leads/failure-words';

export function OfficeLoading() {
  const t = useTranslations();
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-ink-soft">
      <LoaderCircle className="size-5 animate-spin" aria-hidden />
      {t('office_loading')}
    </p>
  );
}

/** Why the page's data could not be had; whoever is signed out meanwhile is asked to sign in again. */
export function OfficeFailed({ failure, onRetry }: { failure: RequestFailure; onRetry: () => void }) {
  const t = useTranslations();
  const words = useFailureWords();
  const router = useRouter();
  const refused = failure.code === 'unauthorized' || failure.code === 'admin_locked';
  useEffect(() => {
    if (refused) router.refresh();
  }, [refused, router]);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-failed bg-failed-paper p-4 text-failed-ink"
    >
      <p className="text-sm">{words(failure)}</p>
      <ToolButton icon={RotateCw} onClick={onRetry} className="max-lg:min-h-11">
        {t('leads_retry')}
      </ToolButton>
    </div>
  );
}
