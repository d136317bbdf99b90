import { type RequestFailure, asRequestFailure, request } from '@/components/leads/api';
import { uploadPartBytes } from '@/lib/contracts/limits';
import type { ModelKind } from '@/lib/contracts/models';

/** Failures of a server that restarts or a line that is down: worth another try. */
const passing = new Set<RequestFailure['code']>(['network', 'timeout', 'unreadable', 'database_unavailable']);
const maxTries = 7;
const firstPauseMs = 500;

interface Upload {
  file: File;
  kind: ModelKind;
  languages: readonly string[];
}

/**
 * Sends an archive part by part, from where an earlier try of the same file has stopped, and waits until its model is used.
 * @throws RequestFailure
 */
export async function uploadModel(
  path: string,
  { file, kind, languages }: Upload,
  onBytes: (sent: number) => void,
): Promise<void> {
  const { name, size, lastModified } = file;
  const upload = `${size}-${lastModified}-${name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100);
  const about = { name, kind, languages: languages.join(','), upload, size: String(size) };
  const { uploadAnswer } = await import('@/lib/contracts/models');
  let from = 0;
  for (let tries = 1; ; tries++) {
    try {
      const query = new URLSearchParams({ ...about, from: String(from) });
      const body = file.slice(from, from + uploadPartBytes);
      const response = await request(`${path}?${query}`, { method: 'PUT', body });
      const { received, id } = uploadAnswer.parse(await response.json());
      onBytes(received);
      if (id !== undefined) return;
      if (received > from || received === size) tries = 0;
      from = received;
    } catch (error) {
      const failure = asRequestFailure(error);
      if (!passing.has(failure.code) || tries >= maxTries) throw failure;
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (tries - 1)));
    }
  }
}
