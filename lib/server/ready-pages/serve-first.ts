import { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { log } from '../platform/log.ts';
import { pageOfBuild } from './build.ts';
import { pageOfRequest } from './page-of-request.ts';
import { answerWith, type ReadyPage } from './ready-page.ts';

const ownBuild = path.join(/* turbopackIgnore: true */ process.cwd(), '.next');

/**
 * Lets the server of this process answer for the pages of its build before Next hears of the request, from memory and
 * compressed once (docs/decisions/ready-pages.md). Next does all the rest, and a page's first answer.
 */
export function servePagesFirst(nextDir = ownBuild): void {
  const pages = new Map<string, ReadyPage | 'on its way' | 'not ours'>();

  async function prepare(path: string): Promise<void> {
    pages.set(path, 'on its way');
    const page = await pageOfBuild(nextDir, path).catch((error: unknown) => {
      log.warn('ready_page_failed', { path }, error);
      return null;
    });
    pages.set(path, page ?? 'not ours');
  }

  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pageOfRequest(request);
    if (path === null) return false;
    const page = pages.get(path);
    if (page === undefined) void prepare(path);
    if (typeof page !== 'object') return false;
    const { status, headers, body } = answerWith(page, {
      method: request.method ?? 'GET',
      acceptEncoding: request.headers['accept-encoding']?.toString(),
      ifNoneMatch: request.headers['if-none-match'],
    });
    response.writeHead(status, headers).end(body ?? undefined);
    return true;
  }

  const emit = Server.prototype.emit;
  Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
    const [request, response] = args;
    const isAsked =
      event === 'request' && request instanceof IncomingMessage && response instanceof ServerResponse;
    return (isAsked && serve(request, response)) || Reflect.apply(emit, this, [event, ...args]);
  };
}
