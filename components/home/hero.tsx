import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';

/** What it is, in one line, and the button that starts the call. */
export async function Hero({ children }: { children?: ReactNode }) {
  const t = await getTranslations();
  return (
    <section aria-labelledby="hero-title" className="relative overflow-clip">
      <div className="mx-auto w-full max-w-[76rem] px-5 pt-28 pb-24 md:pt-40 xl:px-0">
        <h1
          id="hero-title"
          className="max-w-[14ch] text-[clamp(2.5rem,8vw,5.5rem)] leading-[0.98] font-bold tracking-tighter"
        >
          {t('hero_title')}
        </h1>
        <p className="mt-6 max-w-[44ch] text-lg text-ink-soft md:text-xl">{t('hero_subtitle')}</p>
        <div className="mt-9">{children}</div>
      </div>
    </section>
  );
}
