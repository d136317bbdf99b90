import { getTranslations } from 'next-intl/server';
import { Logo } from '@/components/brand/bars';
import { termsVersion } from '@/lib/contracts/consent';
import { getLanguage } from '@/lib/i18n/get-language';
import type { Language } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';

interface FooterLink {
  text: string;
  href: string;
  /** Set on a link that chooses the language of its page. */
  language?: Language;
}

const linkLook =
  'inline-flex min-h-11 min-w-11 items-center py-1.5 leading-tight underline-offset-4 outline-on-night hover:underline';

function FooterColumn({ title, links }: { title: string; links: FooterLink[] }) {
  return (
    <nav
      aria-label={title}
      className="max-md:last-of-type:col-span-2 md:col-span-4 lg:col-span-2 lg:last-of-type:col-span-3"
    >
      <h2 className="mb-3 text-sm font-semibold text-on-night-soft">{title}</h2>
      <ul className="flex flex-col">
        {links.map(({ text, href, language }) => (
          <li key={text}>
            <a href={href} hrefLang={language} className={linkLook}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export async function Footer() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  const home = hrefIn(language, '/');
  return (
    <footer className="bg-night text-on-night">
      <div className="mx-auto grid w-full max-w-page grid-cols-2 gap-x-4 gap-y-10 px-5 pt-16 pb-24 md:grid-cols-12 md:gap-x-8 md:gap-y-12 md:pt-20 md:pb-12 xl:px-0">
        <div className="col-span-2 flex flex-col gap-5 md:col-span-12 lg:col-span-5">
          <Logo barsClassName="text-on-night-turquoise" />
          <p className="max-w-[22.4em] text-on-night-soft">{t('footer_description')}</p>
          <address className="flex flex-col gap-1 text-on-night-soft not-italic">
            <span>{t('footer_country')}</span>
            <span className="text-balance">
              {t('footer_address')}, {t('footer_zip')}
            </span>
          </address>
        </div>
        <FooterColumn
          title={t('footer_links')}
          links={[
            { href: `${home}#demo-tts`, text: t('footer_solutions') },
            { href: hrefIn(language, '/docs'), text: t('footer_docs') },
            { href: hrefIn(language, '/blog'), text: t('footer_blogs') },
            { href: `${home}#contact`, text: t('footer_enterprise') },
            { href: `${home}#partners`, text: t('footer_partners') },
          ]}
        />
        <FooterColumn
          title={t('footer_demos')}
          links={[
            { href: '/uz#demo-tts', text: t('footer_demo_uz'), language: 'uz' },
            { href: '/en#demo-tts', text: t('footer_demo_en'), language: 'en' },
            { href: '/ru#demo-tts', text: t('footer_demo_ru'), language: 'ru' },
          ]}
        />
        <FooterColumn
          title={t('footer_legal')}
          links={[
            { href: hrefIn(language, '/privacy'), text: t('footer_privacy') },
            { href: hrefIn(language, '/terms'), text: t('footer_terms') },
          ]}
        />
        <p className="col-span-2 text-sm text-on-night-soft md:col-span-12">
          {t('footer_rights', { year: termsVersion.slice(0, 4) })}
        </p>
      </div>
    </footer>
  );
}
