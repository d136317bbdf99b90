import { getTranslations } from 'next-intl/server';
import { Logo } from '@/components/brand/logo';
import { hrefIn } from '@/lib/language';
import type { Language } from '@/lib/language';
import { LanguageSwitcher } from './language-switcher';
import styles from './navbar.module.css';
import { ScrollMark } from './scroll-mark';

export async function Navbar({ language }: { language: Language }) {
  const t = await getTranslations();
  return (
    <>
      <ScrollMark />
      <header className={styles.header}>
        <div className={styles.bar}>
          <div className={styles.ground} />
          <a href={hrefIn(language, '/')} className={styles.home} aria-label={t('nav_home')}>
            <Logo />
          </a>
          <nav className={styles.side} aria-label={t('nav_language')}>
            <LanguageSwitcher language={language} label={t('nav_language')} />
          </nav>
        </div>
      </header>
    </>
  );
}
