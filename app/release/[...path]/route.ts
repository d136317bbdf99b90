import path from 'node:path';
import { AppError } from '@/lib/contracts/errors';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { releaseFile } from '@/lib/server/platform/release-files';
import { yearS } from '@/lib/time';

const types: Record<string, string> = {
  '.css': 'text/css; charset=UTF-8',
  '.ico': 'image/x-icon',
  '.js': 'application/javascript; charset=UTF-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A static file that this release does not have (next.config.ts leads here): an open page asks for those of its own. */
export const GET = handler(async (_request: Request, { params }: RouteContext<'/release/[...path]'>) => {
  const name = (await params).path.join('/');
  const content = await releaseFile(name);
  if (content === null) throw new AppError('not_found');
  const type = types[path.extname(name)] ?? 'application/octet-stream';
  return new Response(content, {
    headers: { 'content-type': type, 'cache-control': `public, max-age=${yearS}, immutable` },
  });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET', 'HEAD');
