import { NextResponse, type NextRequest } from 'next/server';
import { fallbackLanguage, isLanguage } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { env } from '@/lib/server/platform/env';

export const dynamic = 'force-dynamic';

/** The support chat. The pages are made before the configuration is known, so they link here; without a chat it is the contact section. */
export function GET(request: NextRequest) {
  const named = request.nextUrl.searchParams.get('language');
  const contact = `${hrefIn(isLanguage(named) ? named : fallbackLanguage, '/')}#contact`;
  return new NextResponse(null, { status: 302, headers: { location: env().SUPPORT_CHAT_URL ?? contact } });
}
