import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';

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
