import { AppError } from '@/lib/contracts/errors';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { linkCard } from '@/lib/server/http/link-card';

export const dynamic = 'force-dynamic';

/** A public page as messengers and social networks read it; the middleware sends them here. */
export const GET = handler(async (_, { params }: RouteContext<'/api/link-preview/[[...page]]'>) => {
  const { page = [] } = await params;
  const card = linkCard(`/${page.join('/')}`);
  if (card === null) throw new AppError('not_found');
  return new Response(card, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
