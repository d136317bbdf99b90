import type { MetadataRoute } from 'next';
import { languages } from '@/lib/i18n/language';
import { siteUrl } from '@/lib/server/platform/site-url';

export const dynamic = 'force-dynamic';

export default function robots(): MetadataRoute.Robots {
  const admin = languages.map((language) => `/${language}/admin/`);
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/admin/', ...admin] },
    sitemap: `${siteUrl()}/sitemap.xml`,
  };
}
