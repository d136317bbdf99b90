import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEtag } from '../http/byte-range.ts';

/** A page of the build in every form a browser takes it in, with the headers of its route. */
export interface ReadyPage {
  etag: string;
  headers: [name: string, value: string][];
  /** Smallest first. */
  compressed: { coding: 'br' | 'gzip'; body: Buffer }[];
  html: Buffer;
}

/** Compresses a page as well as can be, since that is done once. @param html the page as the build has made it */
export async function readyPage(html: Buffer, headers: [string, string][]): Promise<ReadyPage> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(html, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: html.length, [constants.BROTLI_PARAM_QUALITY]: 11 },
    }),
    promisify(gzip)(html, { level: 9 }),
  ]);
  return {
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    headers,
    compressed: [
      { coding: 'br', body: br },
      { coding: 'gzip', body: zipped },
    ],
    html,
  };
}

interface Asked {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface Answer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** The answer to a request for a page: its smallest form that the browser takes, or that it has it already. */
export function answerWith(page: ReadyPage, { method, acceptEncoding, ifNoneMatch }: Asked): Answer {
  const small = page.compressed.find(({ coding }) => takes(acceptEncoding, coding));
  const body = small?.body ?? page.html;
  const headers: Record<string, string> = { ...Object.fromEntries(page.headers), ETag: page.etag };
  if (matchesEtag(ifNoneMatch ?? null, page.etag)) return { status: 304, headers, body: null };
  headers['Content-Length'] = String(body.length);
  if (small) headers['Content-Encoding'] = small.coding;
  return { status: 200, headers, body: method === 'HEAD' ? null : body };
}

function takes(acceptEncoding: string | undefined, coding: string): boolean {
  return (acceptEncoding ?? '').split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
