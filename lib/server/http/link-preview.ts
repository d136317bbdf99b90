import { messagesOf } from '../../i18n/messages.ts';
import { siteUrl } from '../platform/site-url.ts';
import { publicPageAt } from './page-address.ts';
import { pageTexts } from './page-metadata.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/**
 * The HTML of a page's link preview: its texts, and picture and address as absolute URLs, which prerendered HTML cannot know.
 * @returns null if there is no such public page
 */
export function linkPreviewHtml(pathname: string): string | null {
  const match = publicPageAt(pathname);
  if (match === undefined) return null;
  const strings = messagesOf[match.language];
  const texts = pageTexts[match.page];
  const title = strings[texts.title];
  const facts = {
    'og:type': 'website',
    'og:site_name': 'Ovoz',
    'og:title': title,
    'og:description': strings[texts.description],
    'og:url': siteUrl() + pathname,
    'og:image': `${siteUrl()}/og/${match.language}.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': strings.site_title,
    'twitter:card': 'summary_large_image',
  };
  const lines = Object.entries(facts).map(
    ([name, value]) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(value)}">`,
  );
  return `<!doctype html>
<html lang="${match.language}">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(facts['og:description'])}">
${lines.join('\n')}
</html>
`;
}
