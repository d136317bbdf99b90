import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

// A backup is a magic number and gzipped JSON lines. With a key, AES-256-GCM seals the gzip (salt, IV, text, tag).
const plainMagic = 'ovoz-backup-3\n';
const sealedMagic = 'ovoz-sealed-3\n';
const [saltBytes, ivBytes, tagBytes] = [16, 12, 16];
const headBytes = sealedMagic.length + saltBytes + ivBytes;

export const tableSum = z.object({ rows: z.number(), checksum: z.string() });
export type TableSum = z.infer<typeof tableSum>;

const line = z.union([
  /** Each row is JSON text. */
  z.object({ table: z.string(), rows: z.array(z.string()) }),
  /** A piece of a recording, in order. */
  z.object({
    file: z.string(),
    type: z.string(),
    base64: z.string(),
    last: z.boolean(),
    /** The hash of the whole recording. Only its last piece has it. */
    sha256: z.string().optional(),
  }),
  z.object({ end: z.object({ files: z.number(), tables: z.record(z.string(), tableSum) }) }),
]);
export type BackupLine = z.infer<typeof line>;

async function* jsonLines(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  for await (const each of lines) yield `${JSON.stringify(each)}\n`;
}

/** @param requireSpace rejects if no more may be written */
export async function writeBackup(
  lines: AsyncIterable<BackupLine>,
  file: string,
  key: string | undefined,
  requireSpace: () => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
  const cipher = key === undefined ? undefined : createCipheriv('aes-256-gcm', scryptSync(key, salt, 32), iv);
  const addFrame = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield cipher === undefined
      ? Buffer.from(plainMagic)
      : Buffer.concat([Buffer.from(sealedMagic), salt, iv]);
    for await (const chunk of bytes) {
      await requireSpace();
      yield chunk;
    }
    if (cipher !== undefined) yield cipher.getAuthTag();
  };
  try {
    const target = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(
      Readable.from(jsonLines(lines)),
      createGzip(),
      cipher ?? new PassThrough(),
      addFrame,
      target,
    );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Yields the lines of a backup after verifying all of it.
 * @throws Error that says what is wrong: no backup, an earlier release, no key, the wrong key, damage
 */
export async function* backupLines(file: string, key: string | undefined): AsyncGenerator<BackupLine> {
  const openSource = await prepareSource(file, key);
  try {
    let hasEnd = false;
    for await (const text of textLines(openSource())) hasEnd = text.startsWith('{"end":');
    if (!hasEnd) throw new Error('its end is missing');
  } catch (cause) {
    throw new Error(`${file} is damaged${key === undefined ? '' : ', or the key is not its key'}.`, {
      cause,
    });
  }
  for await (const text of textLines(openSource())) yield line.parse(JSON.parse(text));
}

async function* textLines(source: Readable): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const piped = pipeline(source, unpacked);
  piped.catch((error: unknown) => unpacked.destroy(error instanceof Error ? error : undefined));
  yield* createInterface({ input: unpacked, crlfDelay: Infinity });
  await piped;
}

/** Returns a function that opens the decrypted content from its beginning. */
async function prepareSource(file: string, key: string | undefined): Promise<() => Readable> {
  const handle = await open(file);
  try {
    const { size } = await stat(file);
    const head = Buffer.alloc(headBytes);
    await handle.read(head, 0, headBytes, 0);
    const magic = head.toString('latin1', 0, plainMagic.length);
    if (magic === plainMagic) return () => createReadStream(file, { start: plainMagic.length });
    if (/^ovoz-(backup|sealed)-[12]$/.test(magic.trim()))
      throw new Error(`${file} is of an earlier release: restore it with that one, then upgrade.`);
    if (magic !== sealedMagic) throw new Error(`${file} is no backup.`);
    if (key === undefined) throw new Error(`${file} is sealed: BACKUP_KEY is needed.`);
    const tag = Buffer.alloc(tagBytes);
    await handle.read(tag, 0, tagBytes, size - tagBytes);
    const salt = head.subarray(sealedMagic.length, sealedMagic.length + saltBytes);
    const secret = scryptSync(key, salt, 32);
    const iv = head.subarray(headBytes - ivBytes);
    return () =>
      createReadStream(file, { start: headBytes, end: size - tagBytes - 1 }).compose(
        createDecipheriv('aes-256-gcm', secret, iv).setAuthTag(tag),
      );
  } finally {
    await handle.close();
  }
}
