import type { MetadataRoute } from 'next';
import { termsVersion } from '@/lib/contracts/consent';
import { languages } from '@/lib/i18n/language';
import { type PublicPage, pathsOf, publicPages } from '@/lib/i18n/routing';
import { siteUrl } from '@/lib/server/platform/site-url';

/** Dynamic: the origin is known only at run time. */
export const dynamic = 'force-dynamic';

/** The pages whose date is known. */
const changedOn: Partial<Record<PublicPage, string>> = { '/privacy': termsVersion, '/terms': termsVersion };

export default function sitemap(): MetadataRoute.Sitemap {
  const absolute = (path: string) => `${siteUrl()}${path}`;
  return publicPages.flatMap((page) => {
    const paths = pathsOf(page);
    const alternates = Object.fromEntries(
      Object.entries(paths).map(([name, path]) => [name, absolute(path)]),
    );
    return languages.map((language) => ({
      url: absolute(paths[language]),
      lastModified: changedOn[page],
      alternates: { languages: alternates },
    }));
  });
}
