import { AppError } from '@/lib/contracts/errors';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { linkCard } from '@/lib/server/http/link-card';

export const dynamic = 'force-dynamic';

/** A public page's preview card; the middleware sends messengers and social networks here. */
export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/link-preview/{page}', {
  GET: async ({ params }) => {
    const card = linkCard(`/${params.page.join('/')}`);
    if (card === null) throw new AppError('not_found');
    return new Response(card, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, max-age=300' },
    });
  },
});
