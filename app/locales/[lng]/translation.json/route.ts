import { messagesOf } from '@/lib/i18n/messages';
import { isLanguage, languages } from '@/lib/i18n/language';
import { AppError } from '@/lib/contracts/errors';
import { errorResponse } from '@/lib/server/http/handler';

export const dynamic = 'force-static';

export function generateStaticParams() {
  return languages.map((lng) => ({ lng }));
}

export async function GET(_request: Request, { params }: RouteContext<'/locales/[lng]/translation.json'>) {
  const { lng } = await params;
  return isLanguage(lng) ? Response.json(messagesOf[lng]) : errorResponse(new AppError('not_found'));
}
