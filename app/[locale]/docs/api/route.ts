import { isLanguage, languages } from '@/lib/i18n/language';
import { apiPage } from '@/lib/server/http/api-page';

export const dynamic = 'force-static';
export const dynamicParams = false;

export function generateStaticParams() {
  return languages.map((locale) => ({ locale }));
}

export async function GET(_request: Request, { params }: RouteContext<'/[locale]/docs/api'>) {
  const { locale } = await params;
  if (!isLanguage(locale)) return new Response(null, { status: 404 });
  return new Response(apiPage(locale), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
