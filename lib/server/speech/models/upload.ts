import { createReadStream, constants } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadPartBytes } from '../../../contracts/limits.ts';
import type { ModelUpload, UploadAnswer } from '../../../contracts/models.ts';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, requireFreeSpace, storageFull } from '../../platform/free-space.ts';
import { addArchive } from './add-model.ts';
import { archiveMark, modelsFolder } from './folder.ts';
import { singleton } from '../../platform/singleton.ts';

/** Proxies close a connection that is silent for a minute. */
const answerWithinMs = 20_000;
/** How long an upload's result is stored for a client that lost the answer. */
const rememberMs = 10 * 60_000;

/** Archives that this process is unpacking or has unpacked, by upload. */
const adding = singleton('model uploads', () => new Map<string, Promise<string>>()).get();

/**
 * Appends the next part of an archive and returns its length, where senders resume. Once complete, empty parts poll the unpacking.
 * @throws AppError too_large, model_unusable, bad_request, storage_full
 */
export async function appendPart(part: Uint8Array, upload: ModelUpload): Promise<UploadAnswer> {
  if (part.byteLength > uploadPartBytes) throw new AppError('too_large');
  const { size, from } = upload;
  let done = adding.get(upload.upload);
  if (done === undefined) {
    const file = path.join(modelsFolder(), `${archiveMark}${upload.upload}`);
    let received = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (from === received && received + part.byteLength <= size) {
      await write(file, part, upload);
      received += part.byteLength;
    }
    if (received < size) return { received };
    done = adding.get(upload.upload) ?? add(file, upload);
  }
  const id = await Promise.race([done, delay(answerWithinMs, undefined, { ref: false })]);
  return { received: size, id };
}

/** Written at its offset, so a repeated part changes nothing. */
async function write(file: string, part: Uint8Array, { from, size }: ModelUpload): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await requireFreeSpace(path.dirname(file), size - from);
  try {
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
    await handle.write(part, 0, part.byteLength, from).finally(() => handle.close());
  } catch (error) {
    throw isFullDisk(error) ? storageFull(error) : error;
  }
}

function add(file: string, { upload, ...model }: ModelUpload): Promise<string> {
  const done = addArchive(createReadStream(file), model).finally(() => rm(file, { force: true }));
  adding.set(upload, done);
  const forget = (ms: number) => void setTimeout(() => adding.delete(upload), ms).unref();
  done.then(
    () => forget(rememberMs),
    () => forget(answerWithinMs),
  );
  return done;
}
