import { NextResponse } from 'next/server';
import { env } from '@/lib/server/platform/env';

export const dynamic = 'force-dynamic';

/** The support chat. The pages are made before its address is known and link here, where /api/site says that there is one. */
export function GET() {
  const location = env().SUPPORT_CHAT_URL ?? '/#contact';
  return new NextResponse(null, { status: 302, headers: { location } });
}
