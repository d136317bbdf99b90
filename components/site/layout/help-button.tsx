import { CircleQuestionMark } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import { WithChat } from '@/components/site/with-chat';
import { getLanguage } from '@/lib/i18n/get-language';
import { hrefIn } from '@/lib/i18n/routing';
import styles from './help-button.module.css';
import menuStyles from './popover-menu.module.css';

const panelId = 'help-panel';

/** The round button at the bottom right. It opens a popover without a script. */
export async function HelpButton() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <aside aria-label={t('help_open')}>
      <button type="button" popoverTarget={panelId} aria-label={t('help_open')} className={styles.button}>
        <CircleQuestionMark size={24} strokeWidth={2} aria-hidden="true" />
      </button>
      <div id={panelId} popover="auto" className={`${menuStyles.menu} ${styles.panel}`}>
        <h2 className="px-3 pt-1 pb-2 font-semibold">{t('help_title')}</h2>
        <WithChat>
          <a href="/api/support" target="_blank" rel="noreferrer" className={menuStyles.item}>
            {t('help_chat')}
          </a>
        </WithChat>
        <a href={`${hrefIn(language, '/')}#contact`} className={menuStyles.item}>
          {t('help_contact')}
        </a>
        <a href={hrefIn(language, '/docs')} className={menuStyles.item}>
          {t('help_docs')}
        </a>
        <a href={hrefIn(language, '/privacy')} className={menuStyles.item}>
          {t('help_privacy')}
        </a>
      </div>
    </aside>
  );
}
