import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { RequestFailure } from '@/lib/api-client';
import { FailedNotice } from '@/components/leads/failed-notice';

export function OfficeLoading() {
  const t = useTranslations();
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-ink-soft">
      <LoaderCircle className="size-5 animate-spin" aria-hidden />
      {t('office_loading')}
    </p>
  );
}

/** Shows why the page could not load. After an expired session, the page shows the sign-in form. */
export function OfficeFailed({ failure, onRetry }: { failure: RequestFailure; onRetry: () => void }) {
  const router = useRouter();
  const isRefused = failure.code === 'unauthorized' || failure.code === 'admin_locked';
  useEffect(() => {
    if (isRefused) router.refresh();
  }, [isRefused, router]);
  return <FailedNotice failure={failure} onRetry={onRetry} />;
}
