import { messagesOf } from '@/lib/i18n/messages';
import { isLanguage, languages } from '@/lib/i18n/language';

export const dynamic = 'force-static';
/** Another language gets a 404 without rendering, cache entry or log line. */
export const dynamicParams = false;

export function generateStaticParams() {
  return languages.map((lng) => ({ lng }));
}

export async function GET(_request: Request, { params }: RouteContext<'/locales/[lng]/translation.json'>) {
  const { lng } = await params;
  return isLanguage(lng) ? Response.json(messagesOf[lng]) : new Response(null, { status: 404 });
}
