import { LoaderCircle, RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailureWords } from '../failure-words';
import type { RequestFailure } from '../api';
import { ToolButton } from '@/components/ui/tool-button';

export function LeadsLoading() {
  const t = useTranslations();
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-ink-soft">
      <LoaderCircle className="size-5 animate-spin" aria-hidden />
      {t('leads_loading')}
    </p>
  );
}

export function LeadsEmpty({ filtered }: { filtered: boolean }) {
  const t = useTranslations();
  if (filtered) return <p className="py-24 text-center text-lg font-semibold">{t('leads_nothing_found')}</p>;
  return (
    <div className="py-24 text-center">
      <p className="text-lg font-semibold">{t('leads_empty')}</p>
      <p className="mt-1 text-sm text-ink-soft">{t('leads_empty_hint')}</p>
    </div>
  );
}

interface LeadsFailedProps {
  failure: RequestFailure;
  busy: boolean;
  onRetry: () => void;
}

export function LeadsFailed({ failure, busy, onRetry }: LeadsFailedProps) {
  const t = useTranslations();
  const words = useFailureWords();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-failed bg-failed-paper p-4 text-failed-ink"
    >
      <div>
        <p className="font-semibold">{t('leads_fetch_failed')}</p>
        <p className="text-sm">{words(failure)}</p>
      </div>
      <ToolButton icon={RotateCw} busy={busy} onClick={onRetry} className="max-lg:min-h-11">
        {t('leads_retry')}
      </ToolButton>
    </div>
  );
}
