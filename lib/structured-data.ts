import type { Language } from './i18n/language.ts';

interface PageFacts {
  language: Language;
  title: string;
  description: string;
  city: string;
}

/**
 * The organisation and the site as schema.org data. Addresses are relative, because the prerendered page does not know its host.
 */
export function structuredData({ language, title, description, city }: PageFacts) {
  const url = '/';
  const organization = '/#organization';
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: 'Ovoz',
        url,
        logo: '/icons/512.png',
        address: { '@type': 'PostalAddress', addressCountry: 'UZ', addressLocality: city },
      },
      {
        '@type': 'WebSite',
        '@id': '/#website',
        url,
        name: title,
        description,
        inLanguage: language,
        publisher: { '@id': organization },
      },
    ],
  };
}

/** JSON that cannot end the script element around it. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
