import { getTranslations } from 'next-intl/server';
import { Equalizer } from '@/components/brand/equalizer';
import { CallButton } from '@/components/phone-form/call-button';
import { messagesOf } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { stringsOf } from '@/lib/strings';

/** What it is, in one line, and the button that starts the call. */
export async function Hero({ language }: { language: Language }) {
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
        <div className="mt-9">
          <CallButton
            strings={stringsOf(messagesOf[language], 'phone_')}
            language={language}
            className="inline-flex min-h-16 items-center gap-4 rounded-full bg-saffron pr-8 pl-6 text-lg font-semibold text-on-saffron shadow-press transition-[background-color,transform] hover:bg-saffron-deep active:translate-y-px"
          >
            <Equalizer className="h-7 w-auto" />
            {t('hero_call')}
          </CallButton>
        </div>
      </div>
    </section>
  );
}
