import { getTranslations } from 'next-intl/server';
import { WithChat } from '@/components/site/with-chat';
import styles from './call-to-action.module.css';

export async function CallToAction() {
  const t = await getTranslations();
  return (
    <section
      aria-labelledby="cta-title"
      className="mx-auto w-full max-w-[calc(var(--container-page)+6rem)] px-2.5 py-8 sm:px-5 md:py-12"
    >
      <div className={styles.panel}>
        <div className="relative max-w-[44rem]">
          <h2
            id="cta-title"
            className="text-[clamp(2rem,5.5vw,4rem)] leading-[1.02] font-bold tracking-tighter"
          >
            {t('cta_title')}
          </h2>
          <p className="mt-5 max-w-[30.4em] text-lg text-balance md:text-xl">{t('cta_text')}</p>
          <p className="mt-9 flex flex-wrap gap-3">
            <WithChat>
              <a href="/api/support" target="_blank" rel="noreferrer" className={styles.chat}>
                {t('cta_chat')}
              </a>
            </WithChat>
            <a href="#contact" className={styles.contact}>
              {t('cta_contact')}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
