import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import { env } from '../../platform/env.ts';
import type { CatalogueFile, CatalogueModel } from './catalogue.ts';
import { type PublishedFile, unreachable } from './fetch-file.ts';

const listTimeoutMs = 30_000;

/** The publisher's list. `lfs.oid` is a SHA-256. `oid` is git's own checksum. */
const publishedList = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number(),
    oid: z.string(),
    lfs: z.object({ oid: z.string() }).optional(),
  }),
);

/**
 * The files that the catalogue names for a model, as the publisher lists them. The catalogue's checksum, if any, replaces the list's.
 * @throws AppError model_unreachable, model_differs; the signal's reason
 */
export async function publishedFiles(
  { files, folders = [], repository, revision }: CatalogueModel,
  signal: AbortSignal,
): Promise<{ to: string; file: PublishedFile }[]> {
  const base = env().MODELS_URL.replace(/\/$/, '');
  const entries = await listAt(`${base}/api/models/${repository}/tree/${revision}`, signal);
  const inFolders = entries
    .filter((entry) => folders.some((folder) => entry.path.startsWith(`${folder}/`)))
    .map((entry): CatalogueFile => ({ from: entry.path, to: safePath(entry.path) }));
  return [...files, ...inFolders].map(({ from, to, sha256 }) => {
    const entry = entries.find((candidate) => candidate.path === from);
    if (entry === undefined) throw new AppError('model_differs', { detail: `${repository} has no ${from}.` });
    const url = `${base}/${repository}/resolve/${revision}/${from.split('/').map(encodeURIComponent).join('/')}`;
    const value = sha256 ?? entry.lfs?.oid;
    const hash =
      value === undefined
        ? ({ kind: 'git', value: entry.oid } as const)
        : ({ kind: 'sha256', value } as const);
    return { to, file: { url, bytes: entry.size, hash } };
  });
}

function safePath(name: string): string {
  if (path.isAbsolute(name) || name.split('/').includes('..'))
    throw new AppError('model_differs', { detail: `${name} is no place for a file.` });
  return name;
}

/** Fetches the publisher's list for a revision: its first 1,000 files, more than a model has. */
async function listAt(address: string, signal: AbortSignal): Promise<z.infer<typeof publishedList>> {
  try {
    const response = await fetch(`${address}?recursive=true`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    return publishedList.parse(await response.json()).filter(({ type }) => type === 'file');
  } catch (cause) {
    signal.throwIfAborted();
    throw unreachable(cause);
  }
}
