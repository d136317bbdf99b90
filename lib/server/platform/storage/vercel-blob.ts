import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { del, get, list, put } from '@vercel/blob';
import { checkKey, type Storage } from './storage.ts';

/** Beyond this a file goes up in parts, each sent again by itself if it fails. */
const multipartFromBytes = 16 * 1024 * 1024;
const putTimeoutMs = 120_000;
const shortTimeoutMs = 15_000;

/** Keeps files in a private Vercel Blob store: only whoever has `token` can read them. */
export function blobStorage(token: string): Storage {
  return {
    spoolFolder: join(tmpdir(), 'ovoz-incoming'),

    async put(key, file) {
      await put(checkKey(key), await openAsBlob(file.path, { type: file.type }), {
        access: 'private',
        token,
        contentType: file.type,
        addRandomSuffix: false,
        multipart: file.size > multipartFromBytes,
        abortSignal: AbortSignal.timeout(putTimeoutMs),
      });
    },

    async get(key, range) {
      const headers: Record<string, string> = { 'accept-encoding': 'identity' };
      if (range !== undefined) headers.range = `bytes=${range.start}-${range.end}`;
      const found = await get(checkKey(key), { access: 'private', token, headers });
      return found?.stream ?? null;
    },

    async delete(key) {
      await del(checkKey(key), { token, abortSignal: AbortSignal.timeout(shortTimeoutMs) });
    },

    async *list() {
      let cursor: string | undefined;
      do {
        const page = await list({ token, cursor, abortSignal: AbortSignal.timeout(shortTimeoutMs) });
        for (const { pathname, uploadedAt } of page.blobs) yield { key: pathname, storedAt: uploadedAt };
        cursor = page.hasMore ? page.cursor : undefined;
      } while (cursor !== undefined);
    },

    async check() {
      await list({ token, limit: 1, abortSignal: AbortSignal.timeout(shortTimeoutMs) });
    },
  };
}
