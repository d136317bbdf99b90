import { messagesOf } from '@/lib/i18n/messages';
import { isLanguage, languages } from '@/lib/i18n/language';

export const dynamic = 'force-static';
/** Any other name is a 404 that renders nothing, fills no cache and writes no log line. */
export const dynamicParams = false;

export function generateStaticParams() {
  return languages.map((lng) => ({ lng }));
}

export async function GET(_request: Request, { params }: RouteContext<'/locales/[lng]/translation.json'>) {
  const { lng } = await params;
  return isLanguage(lng) ? Response.json(messagesOf[lng]) : new Response(null, { status: 404 });
}
