import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';

/** Explains how to open the office: by password on a deployment, by the start command's link on a local run. */
export function LockedNotice({ hint }: { hint: 'admin_locked_hint' | 'admin_link_hint' }) {
  const t = useTranslations();
  return (
    <div className="mx-auto max-w-lg py-16">
      <Lock className="size-8 text-ink-soft" aria-hidden />
      <h1 className="mt-4 text-2xl font-bold tracking-tight">{t('admin_locked')}</h1>
      <p className="mt-2 text-ink-soft">
        {t.rich(hint, {
          code: (name) => <code className="font-semibold text-ink">{name}</code>,
        })}
      </p>
    </div>
  );
}
