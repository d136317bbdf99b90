import type { Language } from '@/lib/language';

interface FooterLink {
  href: string;
  text: string;
  /** The language of the page behind the link, where it is another one. */
  language?: Language;
}

export function FooterColumn({ title, links }: { title: string; links: FooterLink[] }) {
  return (
    <nav aria-label={title} className="md:col-span-4 lg:col-span-2 lg:last-of-type:col-span-3">
      <h2 className="mb-3 text-sm font-semibold text-on-night-soft">{title}</h2>
      <ul className="flex flex-col">
        {links.map(({ href, text, language }) => (
          <li key={text}>
            <a
              href={href}
              hrefLang={language}
              className="inline-flex min-h-10 items-center underline-offset-4 outline-on-night hover:underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
