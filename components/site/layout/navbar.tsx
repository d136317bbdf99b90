import { getTranslations } from 'next-intl/server';
import { CallButton, CallForm } from '@/components/call/form/call-button';
import { Bars, Logo, barsViewBox, logoHeights } from '@/components/brand/bars';
import { getLanguage } from '@/lib/i18n/get-language';
import { hrefIn } from '@/lib/i18n/routing';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/i18n/strings';
import { LanguageSwitcher } from './language-switcher';
import styles from './navbar.module.css';
import { ScrollMark } from './scroll-mark';

export const contentId = 'content';

export function SkipLink({ text }: { text: string }) {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-saffron px-5 py-3 font-semibold text-on-saffron focus:translate-y-0"
    >
      {text}
    </a>
  );
}

export async function Navbar() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <>
      <ScrollMark />
      <header className={styles.header}>
        <div className={styles.bar}>
          <div className={styles.ground} />
          <a href={hrefIn(language, '/')} className={styles.home} aria-label={t('nav_home')}>
            <Logo />
          </a>
          <div className={styles.side}>
            <CallButton className={styles.call}>
              <svg viewBox={barsViewBox} className="h-5 w-auto" aria-hidden="true">
                <Bars heights={logoHeights} />
              </svg>
              <span className={styles.callText}>{t('nav_call')}</span>
            </CallButton>
            <nav aria-label={t('nav_language')}>
              <LanguageSwitcher language={language} label={t('nav_language')} />
            </nav>
          </div>
        </div>
      </header>
      <CallForm strings={stringsOf(messagesOf[language], 'phone_')} language={language}>
        <noscript>
          <p className="mb-3 text-failed-ink">{t('phone_needs_script')}</p>
        </noscript>
      </CallForm>
    </>
  );
}
