import { AppError } from '../../../contracts/errors.ts';
import { dayS } from '../../../time.ts';
import { db } from '../db.ts';
import { env } from '../env.ts';
import { isFullDisk, storageFull } from '../free-space.ts';
import { sendJob } from '../queue.ts';
import { folderStorage } from './folder.ts';
import { claimFolder } from './own-folder.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';
import { blobStorage } from './vercel-blob.ts';

export type { ByteRange, DirectStorage, SpooledFile, Storage } from './storage.ts';

let chosenStorage: Storage | undefined;

/** The storage of recordings: a private blob store or S3 bucket if configured, else a folder under DATA_DIR. */
export function storage(): Storage {
  return (chosenStorage ??= withStorageErrors(chooseStorage()));
}

/** Schedules the deletion of a file that no row names in a day. Call it before storing a file: a crash then leaves none behind. */
export async function deleteUnlessNamed(key: string): Promise<void> {
  await sendJob(db(), 'delete-audio', { key }, { startAfter: dayS });
}

function chooseStorage(): Storage {
  const { BLOB_READ_WRITE_TOKEN: token, DATA_DIR, S3_BUCKET: bucket, S3_REGION: region, ...settings } = env();
  if (token !== undefined) return blobStorage(token, previewPrefix());
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  const takesUploads = settings.S3_UPLOADS === 'browser';
  if (bucket && endpoint && accessKeyId && secretAccessKey)
    return s3Storage({ bucket, endpoint, region, accessKeyId, secretAccessKey, takesUploads }, s3Prefix());
  return folderStorage(DATA_DIR);
}

/**
 * Throws if this web app's folder does not hold this database's recordings. Checked at start, by readiness and by jobs.
 * @throws AppError storage_failed that names the remedy
 */
export async function requireOwnFolder(): Promise<void> {
  const { BLOB_READ_WRITE_TOKEN, S3_BUCKET, DATA_DIR } = env();
  if (BLOB_READ_WRITE_TOKEN === undefined && S3_BUCKET === undefined) await claimFolder(DATA_DIR);
}

/** Returns why this web app must not start; undefined also if the database is not up yet. */
export async function folderRefusal(): Promise<AppError | undefined> {
  try {
    await requireOwnFolder();
    return undefined;
  } catch (error) {
    return error instanceof AppError && error.code === 'storage_failed' ? error : undefined;
  }
}

/** Converts faults of `put`, `get` and `delete` to an AppError: storage_full or storage_failed. */
function withStorageErrors(driver: Storage): Storage {
  return {
    ...driver,
    put: (key, file) => driver.put(key, file).catch(throwStorageError),
    get: (key, range) => driver.get(key, range).catch(throwStorageError),
    delete: (key) => driver.delete(key).catch(throwStorageError),
  };
}

/** Separates a preview's recordings in a shared store, by BLOB_PREFIX or else by branch. */
function previewPrefix(): string {
  const { VERCEL_ENV, VERCEL_GIT_COMMIT_REF: branch = 'branch' } = process.env;
  const { BLOB_PREFIX } = env();
  if (BLOB_PREFIX === undefined && VERCEL_ENV !== 'preview') return '';
  const name = (BLOB_PREFIX ?? branch).toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `previews/${name}/`;
}

function s3Prefix(): string {
  const { S3_PREFIX } = env();
  return `${S3_PREFIX === undefined ? '' : `${S3_PREFIX}/`}${previewPrefix()}`;
}

function throwStorageError(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw isFullDisk(cause) ? storageFull(cause) : new AppError('storage_failed', { cause });
}
