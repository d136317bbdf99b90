import { AppError } from '../../../contracts/errors.ts';
import { env } from '../env.ts';
import { folderStorage } from './folder.ts';
import type { Storage } from './storage.ts';
import { blobStorage } from './vercel-blob.ts';

export type { ByteRange, SpooledFile, Storage, StoredFile } from './storage.ts';

let chosen: Storage | undefined;

/** The storage of recordings: a private blob store where BLOB_READ_WRITE_TOKEN is set, else a folder under DATA_DIR. */
export function storage(): Storage {
  return (chosen ??= saidPlainly(choose()));
}

function choose(): Storage {
  const { BLOB_READ_WRITE_TOKEN: token, DATA_DIR } = env();
  return token === undefined ? folderStorage(DATA_DIR) : blobStorage(token);
}

/** The same storage, whose every fault is an AppError storage_failed. */
function saidPlainly(driver: Storage): Storage {
  return {
    spoolFolder: driver.spoolFolder,
    put: (key, file) => driver.put(key, file).catch(fail),
    get: (key, range) => driver.get(key, range).catch(fail),
    delete: (key) => driver.delete(key).catch(fail),
    list: () => driver.list(),
    check: () => driver.check(),
  };
}

function fail(cause: unknown): never {
  throw new AppError('storage_failed', { cause });
}
