import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import { env } from '../../platform/env.ts';
import type { CatalogueModel } from './catalogue.ts';
import { type PublishedFile, unreachable } from './fetch-file.ts';

const listTimeoutMs = 30_000;

/** The publisher's list: `lfs.oid` is a SHA-256, `oid` git's own checksum. */
const publishedList = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number(),
    oid: z.string(),
    lfs: z.object({ oid: z.string(), size: z.number() }).optional(),
  }),
);

/**
 * The files of a model with sizes and checksums: from the catalogue, else from the publisher.
 * @throws AppError model_unreachable, model_differs
 */
export async function publishedFiles(
  model: CatalogueModel,
  signal?: AbortSignal,
): Promise<{ to: string; file: PublishedFile }[]> {
  const { files, folders = [], repository, revision } = model;
  const base = env().MODELS_URL.replace(/\/$/, '');
  const url = (from: string) =>
    `${base}/${repository}/resolve/${revision}/${from.split('/').map(encodeURIComponent).join('/')}`;
  const isKnown = files.every(({ bytes, sha256 }) => bytes !== undefined && sha256 !== undefined);
  const listed =
    isKnown && folders.length === 0
      ? []
      : await listAt(`${base}/api/models/${repository}/tree/${revision}`, signal);
  const published = new Map(listed.map((entry) => [entry.path, entry]));
  const wanted = [
    ...files,
    ...listed
      .filter((entry) => folders.some((folder) => entry.path.startsWith(`${folder}/`)))
      .map((entry) => ({ from: entry.path, to: safePath(entry.path), bytes: undefined, sha256: undefined })),
  ];
  return wanted.map(({ from, to, bytes, sha256 }) => {
    if (bytes !== undefined && sha256 !== undefined)
      return { to, file: { url: url(from), bytes, hash: { kind: 'sha256', value: sha256 } } };
    const entry = published.get(from);
    if (entry === undefined) throw new AppError('model_differs', { detail: `${repository} has no ${from}.` });
    const hash: PublishedFile['hash'] =
      entry.lfs === undefined ? { kind: 'git', value: entry.oid } : { kind: 'sha256', value: entry.lfs.oid };
    return { to, file: { url: url(from), bytes: entry.lfs?.size ?? entry.size, hash } };
  });
}

function safePath(name: string): string {
  if (path.isAbsolute(name) || name.split('/').includes('..'))
    throw new AppError('model_differs', { detail: `${name} is no place for a file.` });
  return name;
}

/** Fetches the publisher's list for a revision: its first 1,000 files, more than a model has. */
async function listAt(address: string, signal?: AbortSignal): Promise<z.infer<typeof publishedList>> {
  const timeout = AbortSignal.timeout(listTimeoutMs);
  try {
    const response = await fetch(`${address}?recursive=true`, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    return publishedList.parse(await response.json()).filter(({ type }) => type === 'file');
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(cause);
  }
}
