import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import bunzip2 from 'unbzip2-stream';
import { AppError } from '../../../contracts/errors.ts';
import { requireFreeSpace } from '../../platform/free-space.ts';

const blockBytes = 512;
const maxFiles = 5_000;

interface UnpackRules {
  /** Sum over all files. */
  maxBytes: number;
}

/**
 * Unpacks a tar archive, plain or packed with gzip or bzip2, while it arrives. Links and what would lie outside of the folder are refused.
 * @throws AppError model_unusable, too_large, storage_full, bad_request for one that breaks off
 */
export async function unpackTar(
  body: ReadableStream<Uint8Array> | Readable,
  folder: string,
  { maxBytes }: UnpackRules,
): Promise<void> {
  const source =
    body instanceof Readable ? body : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  const bytes = new Bytes(await plain(source));
  let left = maxBytes;
  let longName: string | undefined;
  for (let files = 0; ;) {
    const header = await bytes.take(blockBytes);
    if (header === undefined || header.every((byte) => byte === 0)) return;
    const entry = readHeader(header);
    const padded = Math.ceil(entry.bytes / blockBytes) * blockBytes;
    if (entry.type === 'L' || entry.type === 'x') {
      const text = (await bytes.takeAll(padded, 64 * 1024)).subarray(0, entry.bytes).toString('utf8');
      longName =
        entry.type === 'L' ? text.replace(/\0.*$/su, '') : (/\d+ path=(.*)\n/u.exec(text)?.[1] ?? longName);
      continue;
    }
    const name = longName ?? entry.name;
    longName = undefined;
    if (entry.type === '0') {
      if (++files > maxFiles) throw unusable('The archive has too many files.');
      left -= entry.bytes;
      if (left < 0) throw new AppError('too_large');
      const target = insideOf(folder, name);
      await requireFreeSpace(folder, entry.bytes);
      await mkdir(path.dirname(target), { recursive: true });
      await pipeline(Readable.from(bytes.pieces(entry.bytes)), createWriteStream(target));
      await bytes.takeAll(padded - entry.bytes, blockBytes);
    } else if (entry.type === '5' || entry.type === 'g') {
      await bytes.takeAll(padded, 64 * 1024);
    } else throw unusable(`${name} is neither a file nor a folder.`);
  }
}

/** The archive unpacked, by how it begins. */
async function plain(source: Readable): Promise<AsyncIterable<Buffer>> {
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 3) {
    const { done, value } = await iterator.next();
    if (done === true) throw unusable('The archive is empty.');
    first = Buffer.concat([first, value]);
  }
  async function* all() {
    yield first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  const packed = Readable.from(all());
  if (first[0] === 0x1f && first[1] === 0x8b) {
    const gunzip = createGunzip();
    packed.on('error', (error) => gunzip.destroy(error));
    return packed.pipe(gunzip);
  }
  if (first.toString('latin1', 0, 3) !== 'BZh') return packed;
  const bunzip = bunzip2();
  packed.on('error', (error) => bunzip.emit('error', error));
  const unpacked = new PassThrough();
  bunzip.on('error', (error: Error) => unpacked.destroy(error));
  return packed.pipe(bunzip).pipe(unpacked);
}

function readHeader(header: Buffer): { name: string; bytes: number; type: string } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/su, '');
  let sum = 8 * 32;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  if (Number.parseInt(text(148, 156), 8) !== sum) throw unusable('The file is not a tar archive.');
  const prefix = text(257, 262) === 'ustar' ? text(345, 500) : '';
  const bytes = Number.parseInt(text(124, 136), 8) || 0;
  // Less than nothing would be taken off what the others have used up.
  if (bytes < 0) throw unusable('The archive is damaged.');
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    bytes,
    type: text(156, 157) || '0',
  };
}

function insideOf(folder: string, name: string): string {
  const target = path.resolve(folder, name);
  if (!target.startsWith(path.resolve(folder) + path.sep))
    throw unusable(`${name} lies outside of the archive.`);
  return target;
}

function unusable(detail: string): AppError {
  return new AppError('model_unusable', { detail });
}

/** A stream that is read in pieces of given sizes. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #have: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Undefined at the end. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for await (const piece of this.pieces(count, true)) parts.push(piece);
    const taken = Buffer.concat(parts);
    if (taken.length === 0 && count > 0) return undefined;
    return this.#whole(taken, count);
  }

  async takeAll(count: number, limit: number): Promise<Buffer> {
    if (count > limit) throw unusable('The archive is damaged.');
    return this.#whole((await this.take(count)) ?? Buffer.alloc(0), count);
  }

  async *pieces(count: number, mayEnd = false): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#have.length === 0) {
        const next = await this.#source.next();
        if (next.done === true) {
          if (mayEnd) return;
          throw brokenOff();
        }
        this.#have = Buffer.from(next.value);
        continue;
      }
      const piece = this.#have.subarray(0, left);
      this.#have = this.#have.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  #whole(taken: Buffer, count: number): Buffer {
    if (taken.length < count) throw brokenOff();
    return taken;
  }
}

function brokenOff(): AppError {
  return new AppError('bad_request', { detail: 'The archive broke off.' });
}
