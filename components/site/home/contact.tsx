import { ArrowRight } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import { CallButton } from '@/components/call/form/call-button';
import { WithChat } from '@/components/site/with-chat';
import { ContactRow, contactLinkLook } from './contact-row';
import { ContactPerson } from './owner-facts';
import { SectionTitle } from './section-title';

function Arrow() {
  return (
    <ArrowRight
      size={24}
      strokeWidth={2}
      aria-hidden="true"
      className="shrink-0 text-turquoise transition-transform group-hover:translate-x-1"
    />
  );
}

export async function Contact() {
  const t = await getTranslations();
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="mx-auto grid w-full max-w-page gap-8 px-5 pt-12 pb-20 md:pb-28 lg:grid-cols-12 lg:gap-12 xl:px-0"
    >
      <div className="lg:col-span-5">
        <SectionTitle id="contact-title">{t('contact_title')}</SectionTitle>
        <p className="mt-4 max-w-[23.8em] text-lg text-balance text-ink-soft">{t('contact_text')}</p>
      </div>
      <dl className="border-t border-line lg:col-span-7">
        <ContactPerson label={t('contact_person')} />
        <ContactRow label={t('contact_agent')}>
          <CallButton className={contactLinkLook}>
            {t('contact_agent_link')}
            <Arrow />
          </CallButton>
        </ContactRow>
        <WithChat>
          <ContactRow label={t('contact_chat')}>
            <a href="/api/support" target="_blank" rel="noreferrer" className={contactLinkLook}>
              {t('contact_chat_link')}
              <Arrow />
            </a>
          </ContactRow>
        </WithChat>
        <ContactRow label={t('contact_address')}>
          {t('footer_address')}, {t('footer_zip')}
        </ContactRow>
      </dl>
    </section>
  );
}
