import { ArrowRight } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/i18n/language';

export async function Contact({ language }: { language: Language }) {
  const t = await getTranslations();
  const rows = [
    { label: t('contact_agent'), href: '#call', text: t('contact_agent_link') },
    { label: t('contact_chat'), href: `/api/support?language=${language}`, text: t('contact_chat_link') },
    { label: t('contact_address'), text: `${t('footer_address')}, ${t('footer_zip')}` },
  ];
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="mx-auto grid w-full max-w-[76rem] gap-8 px-5 pt-12 pb-20 md:pb-28 lg:grid-cols-12 lg:gap-12 xl:px-0"
    >
      <div className="lg:col-span-5">
        <h2
          id="contact-title"
          className="text-[clamp(1.875rem,4.5vw,3.25rem)] leading-[1.05] font-bold tracking-tighter"
        >
          {t('contact_title')}
        </h2>
        <p className="mt-4 max-w-[23.8em] text-lg text-ink-soft">{t('contact_text')}</p>
      </div>
      <dl className="border-t border-line lg:col-span-7">
        {rows.map(({ label, href, text }) => (
          <div
            key={label}
            className="grid gap-1 border-b border-line py-5 sm:grid-cols-[8rem_1fr] sm:items-baseline"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-xl font-semibold md:text-2xl">
              {href ? (
                <a
                  href={href}
                  className="group inline-flex items-center gap-3 underline-offset-4 hover:underline"
                >
                  {text}
                  <ArrowRight
                    size={24}
                    strokeWidth={2}
                    aria-hidden="true"
                    className="shrink-0 text-turquoise transition-transform group-hover:translate-x-1"
                  />
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
