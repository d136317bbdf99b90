import { type RequestFailure, asRequestFailure, callApi } from '@/lib/api-client';
import { uploadPartBytes } from '@/lib/contracts/limits';
import type { ModelKind } from '@/lib/contracts/models';

/** Failures of a restarting server or a lost connection. */
const retryable = new Set<RequestFailure['code']>([
  'network',
  'timeout',
  'unreadable',
  'database_unavailable',
]);
const maxTries = 7;
const firstPauseMs = 500;

interface ArchiveUpload {
  file: File;
  kind: ModelKind;
  languages: readonly string[];
}

/**
 * Uploads an archive in parts, resumes an earlier upload of the same file, and waits until the model is in use.
 * @throws RequestFailure
 */
export async function uploadModel(
  { file, kind, languages }: ArchiveUpload,
  onBytes: (sent: number) => void,
): Promise<void> {
  const { name, size, lastModified } = file;
  const upload = `${size}-${lastModified}-${name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100);
  const about = { name, kind, languages: languages.join(','), upload, size: String(size) };
  let from = 0;
  for (let tries = 1; ; tries++) {
    try {
      const query = new URLSearchParams({ ...about, from: String(from) });
      const body = file.slice(from, from + uploadPartBytes);
      const { received, id } = await callApi('PUT /api/admin/models', { query, body });
      onBytes(received);
      if (id !== undefined) return;
      if (received > from || received === size) tries = 0;
      from = received;
    } catch (error) {
      const failure = asRequestFailure(error);
      if (!retryable.has(failure.code) || tries >= maxTries) throw failure;
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (tries - 1)));
    }
  }
}
