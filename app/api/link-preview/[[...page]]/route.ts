import { AppError } from '@/lib/contracts/errors';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { linkPreviewHtml } from '@/lib/server/http/link-preview';

export const dynamic = 'force-dynamic';

/** A public page's link preview. The middleware rewrites requests of link previewers to this route. */
export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/link-preview/{page}', {
  GET: async ({ params }) => {
    const html = linkPreviewHtml(`/${params.page.join('/')}`);
    if (html === null) throw new AppError('not_found');
    return new Response(html, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, max-age=300' },
    });
  },
});
