import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../../../contracts/errors.ts';
import { askWithRetries } from '../vendor.ts';
import { type DirectStorage, type Storage, bucketUrl, checkKey } from './storage.ts';

export interface S3Settings {
  /** An S3-compatible server, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's CORS rule lets browsers upload. */
  takesUploads?: boolean;
}

const putTimeoutMs = 120_000;
const shortTimeoutMs = 15_000;
const maxErrorBytes = 64 * 1024;
/** A signed PUT has to begin within this time. */
const grantValidS = 600;

/** Stores files in a private S3-compatible bucket, with path-style addresses. */
export function s3Storage(
  { endpoint, bucket, takesUploads = false, ...keys }: S3Settings,
  prefix = '',
  longTimeoutMs = putTimeoutMs,
): Storage {
  const client = new AwsClient({ ...keys, service: 's3' });
  const root = bucketUrl(endpoint, bucket);
  const address = (key: string) => `${root}/${prefix}${checkKey(key)}`;

  function ask(
    url: string,
    init: RequestInit,
    expected: number[],
    timeoutMs = shortTimeoutMs,
  ): Promise<Response> {
    return askWithRetries(
      () => client.sign(url, init),
      { timeoutMs, maxBytes: maxErrorBytes, expected },
      // Without a limit for the body: a player reads as slowly as it plays.
      async (answer) => answer,
    );
  }

  const direct: DirectStorage = {
    async grant(_request, key, { file, ticket, allowedContentTypes, maximumSizeInBytes }) {
      if (file === undefined || !allowedContentTypes.includes(file.type)) throw new AppError('not_found');
      if (file.size > maximumSizeInBytes) throw new AppError('too_large');
      // The condition keeps the key write-once. Browsers set Content-Length themselves.
      const headers = { 'content-type': file.type, 'if-none-match': '*' };
      const { url } = await client.sign(`${address(key)}?X-Amz-Expires=${grantValidS}`, {
        method: 'PUT',
        headers: { ...headers, 'content-length': String(file.size) },
        aws: { signQuery: true, allHeaders: true },
      });
      return { type: 's3.signed-put', url, headers, receipt: ticket };
    },

    // A bucket reports no completions.
    completed: () => Promise.reject(new AppError('unauthorized')),

    async size(key) {
      const headers = { 'accept-encoding': 'identity' };
      const answer = await ask(address(key), { method: 'HEAD', headers }, [200, 404]);
      return answer.status === 404 ? null : Number(answer.headers.get('content-length'));
    },
  };

  return {
    direct: takesUploads ? direct : undefined,
    spoolFolder: join(tmpdir(), 'ovoz-incoming'),

    async put(key, file) {
      const body = await openAsBlob(file.path, { type: file.type });
      const headers = { 'content-type': file.type };
      const answer = await ask(address(key), { method: 'PUT', body, headers }, [200], longTimeoutMs);
      await answer.body?.cancel();
    },

    async get(key, range) {
      // fetch adds Accept-Encoding to a request with Range itself, after signing.
      const headers: Record<string, string> =
        range === undefined
          ? { 'accept-encoding': 'identity' }
          : { range: `bytes=${range.start}-${range.end}` };
      const answer = await ask(
        address(key),
        { headers },
        [range === undefined ? 200 : 206, 404],
        longTimeoutMs,
      );
      if (answer.status !== 404) return answer.body;
      await answer.body?.cancel();
      return null;
    },

    async delete(key) {
      const answer = await ask(address(key), { method: 'DELETE' }, [200, 204, 404]);
      await answer.body?.cancel();
    },

    async check() {
      const answer = await ask(`${root}?list-type=2&max-keys=1`, {}, [200]);
      await answer.body?.cancel();
    },
  };
}
