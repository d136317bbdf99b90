import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { extract } from 'tar';
import bunzip2 from 'unbzip2-stream';
import { AppError } from '../../../contracts/errors.ts';
import { spareBytes, storageFull } from '../../platform/free-space.ts';

const maxFiles = 5_000;
const kinds = new Set(['File', 'OldFile', 'ContiguousFile', 'Directory']);

/**
 * Unpacks a tar archive (plain, gzip or bzip2) as it arrives. Refuses links and paths outside the folder.
 * @throws AppError model_unusable, too_large, storage_full; Error if it breaks off or is no archive
 */
export async function unpackTar(
  body: ReadableStream<Uint8Array> | Readable,
  folder: string,
  { maxBytes }: { maxBytes: number },
): Promise<void> {
  const source =
    body instanceof Readable ? body : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  const spareSpace = await spareBytes(folder);
  let bytes = 0;
  let files = 0;
  let refusal: AppError | undefined;
  const unpacker = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (name, entry) => {
      if (!('type' in entry) || !kinds.has(entry.type))
        refusal ??= unusable(`${name} is neither a file nor a folder.`);
      if (isAbsolute(name) || name.split('/').includes('..'))
        refusal ??= unusable(`${name} lies outside of the archive.`);
      bytes += entry.size;
      if (++files > maxFiles) refusal ??= unusable('The archive has too many files.');
      if (bytes > maxBytes) refusal ??= new AppError('too_large');
      if (bytes > spareSpace) refusal ??= storageFull();
      return refusal === undefined;
    },
  });
  const closed = once(unpacker, 'close');
  // Without a listener, an early error would end the process.
  closed.catch(() => undefined);
  for await (const chunk of await unzip(source)) {
    if (!unpacker.write(chunk)) await Promise.race([once(unpacker, 'drain'), closed]);
    if (refusal !== undefined) throw refusal;
  }
  unpacker.end();
  await closed;
  if (files === 0) throw unusable('The archive is empty.');
}

/** Unpacks bzip2; tar itself handles gzip. */
async function unzip(source: Readable): Promise<Readable> {
  const first: unknown = await once(source, 'readable').then(() => source.read(3));
  if (!Buffer.isBuffer(first)) return source;
  source.unshift(first);
  if (first.toString('latin1') !== 'BZh') return source;
  const bunzip = bunzip2();
  const unpacked = new PassThrough();
  source.on('error', (error) => unpacked.destroy(error));
  bunzip.on('error', (error: Error) => unpacked.destroy(error));
  source.pipe(bunzip).pipe(unpacked);
  return unpacked;
}

function unusable(detail: string): AppError {
  return new AppError('model_unusable', { detail });
}
