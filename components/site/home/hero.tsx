import { getTranslations } from 'next-intl/server';
import { Equalizer } from '@/components/brand/equalizer';
import { CallButton, LastCall } from '@/components/call/form/call-button';
import { pressColour, waitingLook } from '@/components/ui/press-look';
import { getLanguage } from '@/lib/i18n/get-language';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/i18n/strings';
import styles from './hero.module.css';
import { ListenFirst } from './listen-first';
import { HeroTowers } from './hero-towers';

/** The product in one line, and the button that opens the phone form. */
export async function Hero() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <section id="call" aria-labelledby="hero-title" className={styles.hero}>
      <div className="relative z-10 mx-auto w-full max-w-page px-5 pt-28 md:pt-32 lg:pt-24 lg:pb-24 xl:px-0">
        <h1
          id="hero-title"
          className="max-w-[8.2em] text-[clamp(2.4rem,6.4vw,5rem)] leading-[1.02] font-bold tracking-tighter md:max-w-[9.8em] md:text-[clamp(3.75rem,6.4vw,max(5rem,min(5.2vw,6.5rem)))] lg:max-w-[64%] lg:[@media(height<48rem)]:text-[3.75rem]"
        >
          {t('hero_title')}
        </h1>
        {/* The form and the call's towers would cut this text's lines. */}
        <p className="mt-6 max-w-[25em] text-lg text-balance text-ink-soft transition-opacity md:text-xl lg:mt-8 2xl:text-2xl call-open:opacity-0">
          {t('hero_subtitle')}
        </p>
        <div className="mt-9">
          <CallButton
            className={`inline-flex min-h-16 items-center gap-4 rounded-full pr-8 pl-6 text-lg font-semibold whitespace-nowrap shadow-press transition-[background-color,transform,opacity] active:translate-y-px in-data-dimmed:not-focus-visible:opacity-0 max-[22rem]:gap-3 max-[22rem]:pr-5 max-[22rem]:pl-4 max-[22rem]:text-base ${pressColour} ${waitingLook}`}
          >
            <Equalizer className="h-7 w-auto" />
            {t('hero_call')}
          </CallButton>
          <LastCall
            strings={stringsOf(messagesOf[language], 'phone_next_call', 'phone_last_call')}
            language={language}
          />
        </div>
      </div>
      <HeroTowers />
      <ListenFirst
        strings={stringsOf(
          messagesOf[language],
          'hero_listen',
          'hero_listen_stop',
          'hero_listen_failed',
          'hero_listen_words',
        )}
        language={language}
      />
    </section>
  );
}
