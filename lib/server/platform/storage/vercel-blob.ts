import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobNotFoundError, del, get, head, list, put } from '@vercel/blob';
import { type HandleUploadBody, handleUpload } from '@vercel/blob/client';
import { AppError } from '../../../contracts/errors.ts';
import { directUpload } from '../../../contracts/recording.ts';
import { checkKey, type Storage } from './storage.ts';

/** A larger file is uploaded in parts, each retried separately. */
const multipartFromBytes = 16 * 1024 * 1024;
const putTimeoutMs = 120_000;
const shortTimeoutMs = 15_000;

/** Stores files in a private Vercel Blob store, readable only with `token`. */
export function blobStorage(token: string, prefix = ''): Storage {
  const pathOf = (key: string) => prefix + checkKey(key);

  return {
    spoolFolder: join(tmpdir(), 'ovoz-incoming'),

    async put(key, file) {
      await put(pathOf(key), await openAsBlob(file.path, { type: file.type }), {
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
      const blob = await get(pathOf(key), { access: 'private', token, headers });
      return blob?.stream ?? null;
    },

    async delete(key) {
      await del(pathOf(key), { token, abortSignal: AbortSignal.timeout(shortTimeoutMs) });
    },

    async check() {
      await list({ token, limit: 1, abortSignal: AbortSignal.timeout(shortTimeoutMs) });
    },

    direct: {
      async grant(request, key, { ticket, allowedContentTypes, maximumSizeInBytes, callbackUrl }) {
        const pathname = pathOf(key);
        const terms = { allowedContentTypes, maximumSizeInBytes, callbackUrl, tokenPayload: ticket };
        const payload = { pathname, multipart: true, clientPayload: null };
        const uploadToken = await handleUpload({
          token,
          request,
          body: { type: 'blob.generate-client-token', payload },
          onBeforeGenerateToken: async () => terms,
          onUploadCompleted: async () => undefined,
        });
        if (uploadToken.type !== 'blob.generate-client-token') throw new Error('no token was made');
        return { ...uploadToken, pathname, receipt: ticket };
      },

      async completed(request, body, take) {
        if (!isCompletion(body)) throw new AppError('unauthorized');
        let failure: { error: unknown } | undefined;
        const onUploadCompleted = ({ tokenPayload }: { tokenPayload?: string | null }) =>
          take(tokenPayload ?? '').catch((error: unknown) => void (failure = { error }));
        const refuseToken = async () => Promise.reject(new Error('not asked for'));
        const handling = handleUpload({
          token,
          request,
          body,
          onBeforeGenerateToken: refuseToken,
          onUploadCompleted,
        });
        const answer = await handling.catch((cause: unknown) => {
          throw new AppError('unauthorized', { cause });
        });
        if (failure !== undefined) throw failure.error;
        if (answer.type !== 'blob.upload-completed') throw new AppError('unauthorized');
        return answer;
      },

      async size(key) {
        try {
          return (await head(pathOf(key), { token, abortSignal: AbortSignal.timeout(shortTimeoutMs) })).size;
        } catch (error) {
          if (error instanceof BlobNotFoundError) return null;
          throw error;
        }
      },
    },
  };
}

function isCompletion(body: unknown): body is HandleUploadBody {
  return directUpload.safeParse(body).data?.type === 'blob.upload-completed';
}
