'use client';

import { AudioLines, BellRing, type LucideIcon, Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { toolLook } from '@/components/ui/tool-button';
import { hrefIn } from '@/lib/i18n/routing';
import { NoticesButton } from '@/components/leads/list/notices-button';
import { FirstModels } from './first-models';

const steps = [
  { name: 'talk', icon: Phone, path: '/' },
  { name: 'voice', icon: AudioLines, path: '/admin/setup' },
  { name: 'notices', icon: BellRing, path: '/admin/setup' },
] as const satisfies { name: string; icon: LucideIcon; path: string }[];

/** Three steps to the first lead, for an office that has none. */
export function FirstDay() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <section className="grid gap-6 py-12">
      <div className="text-center">
        <h2 className="text-lg font-semibold">{t('leads_empty')}</h2>
        <p className="mt-1 text-sm text-ink-soft">{t('leads_empty_hint')}</p>
      </div>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ name, icon: Icon, path }, i) => (
          <li key={name} className="flex flex-col gap-2 rounded-xl border border-line bg-paper-raised p-4">
            <h3 className="flex gap-2 font-semibold">
              <Icon className="mt-1 size-4 shrink-0 text-turquoise-ink" aria-hidden />
              {i + 1}. {t(`leads_first_${name}`)}
            </h3>
            <p className="text-sm text-pretty text-ink-soft">{t(`leads_first_${name}_why`)}</p>
            {name === 'voice' && <FirstModels />}
            {name === 'notices' && (
              <details className="text-sm">
                <summary className="w-fit rounded py-1 font-medium touch:py-3">Telegram</summary>
                <ol className="ml-5 list-decimal text-pretty text-ink-soft">
                  {(['bot', 'chat', 'server'] as const).map((part) => (
                    <li key={part}>{t(`leads_first_telegram_${part}`, { token: 'TOKEN' })}</li>
                  ))}
                </ol>
              </details>
            )}
            <div className="mt-auto flex flex-wrap gap-2">
              {name === 'notices' && <NoticesButton hasText />}
              <a
                href={hrefIn(language, path)}
                target={path === '/' ? '_blank' : undefined}
                className={toolLook(i === 0 ? 'press' : 'plain')}
              >
                {t(`leads_first_${name}_go`)}
              </a>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
