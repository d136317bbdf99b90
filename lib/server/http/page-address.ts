import { type Language, languages } from '../../i18n/language.ts';
import { type PublicPage, hrefIn, pathsOf, publicPages } from '../../i18n/routing.ts';
import { siteUrl } from '../platform/site-url.ts';

/** The public page at an address, and its language; undefined if there is none. */
export function publicPageAt(pathname: string): { page: PublicPage; language: Language } | undefined {
  return publicPages
    .flatMap((page) => languages.map((language) => ({ page, language })))
    .find(({ page, language }) => hrefIn(language, page) === pathname);
}

const links = new Map<string, string>();

/**
 * A public page's addresses for search engines, as a Link header. Prerendered HTML cannot know the site's address.
 * @returns null for any other page
 */
export function linkHeader(pathname: string): string | null {
  const cachedHeader = links.get(pathname);
  if (cachedHeader !== undefined) return cachedHeader;
  const found = publicPageAt(pathname);
  if (found === undefined) return null;
  const site = siteUrl();
  const alternates = Object.entries(pathsOf(found.page)).map(
    ([language, path]) => `<${site}${path}>; rel="alternate"; hreflang="${language}"`,
  );
  const header = [`<${site}${pathname}>; rel="canonical"`, ...alternates].join(', ');
  links.set(pathname, header);
  return header;
}

const previewerPattern =
  /telegrambot|facebookexternalhit|facebot|twitterbot|linkedinbot|slackbot|discordbot|vkshare|odklbot|skypeuripreview|pinterestbot|redditbot|embedly|iframely/i;
/** These apps also name themselves when a visitor reads a page in them. Their previews have no rendering engine. */
const appPattern = /^(?!.*AppleWebKit).*(?:whatsapp|viber|pinterest)/i;

/** True for clients that make previews of links. They need the picture's absolute address. */
export function isLinkPreviewer(userAgent: string | null): boolean {
  return userAgent !== null && (previewerPattern.test(userAgent) || appPattern.test(userAgent));
}
