import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import pRetry, { AbortError } from 'p-retry';
import { unlessAborted } from '../unless-aborted.ts';
import { checkKey, isRecordingKey, recordingsFolder, type Storage } from './storage.ts';

export interface S3Settings {
  /** https://s3.eu-central-1.amazonaws.com, or any server that speaks S3's protocol. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const putTimeoutMs = 120_000;
const shortTimeoutMs = 15_000;
const firstWaitMs = 300;

/** Keeps files in a bucket that speaks S3's protocol, addressed by path; only whoever has the keys can read them. */
export function s3Storage(
  { endpoint, bucket, ...keys }: S3Settings,
  prefix = '',
  longTimeoutMs = putTimeoutMs,
): Storage {
  const client = new AwsClient({ ...keys, service: 's3', retries: 0 });
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const address = (key: string) => `${root}/${prefix}${checkKey(key)}`;

  /** Retries what broke off, and answers of 429 and 5xx. Statuses in `expected` are returned, others thrown. */
  function ask(
    url: string,
    init: RequestInit,
    expected: number[],
    timeoutMs = shortTimeoutMs,
  ): Promise<Response> {
    const askOnce = async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await unlessAborted(client.fetch(url, { ...init, signal }), signal);
      const { status } = answer;
      if (expected.includes(status))
        return new Response(answer.body && untilAborted(answer.body, signal), answer);
      await answer.body?.cancel();
      const fault = new Error(`the bucket answered ${status} to ${init.method ?? 'GET'}`);
      throw status === 429 || status >= 500 ? fault : new AbortError(fault);
    };
    return pRetry(askOnce, { retries: 2, minTimeout: firstWaitMs });
  }

  return {
    spoolFolder: join(tmpdir(), 'ovoz-incoming'),

    async put(key, file) {
      const body = await openAsBlob(file.path, { type: file.type });
      const headers = { 'content-type': file.type };
      const answer = await ask(address(key), { method: 'PUT', body, headers }, [200], longTimeoutMs);
      await answer.body?.cancel();
    },

    async get(key, range) {
      // With a range, fetch would add Accept-Encoding after the signature was made.
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

    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + recordingsFolder,
          ...(token && { 'continuation-token': token }),
        });
        const page = await (await ask(`${root}?${query}`, {}, [200])).text();
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const storedAt = new Date(textOf(entry, 'LastModified') ?? 0);
          const key = textOf(entry, 'Key')?.slice(prefix.length) ?? '';
          if (isRecordingKey(key)) yield { key, storedAt };
        }
        token = textOf(page, 'NextContinuationToken');
      } while (token !== undefined);
    },

    async check() {
      const answer = await ask(`${root}?list-type=2&max-keys=1`, {}, [200]);
      await answer.body?.cancel();
    },
  };
}

/** The same body, which the signal ends even when its request was collected as garbage (unless-aborted.ts). */
function untilAborted(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await unlessAborted(reader.read(), signal);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        void reader.cancel().catch(() => undefined);
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The text of an element in S3's answer; keys of ours hold nothing that XML escapes, tokens may. */
function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
