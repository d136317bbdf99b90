import { AppError } from '../../../contracts/errors.ts';
import { env } from '../env.ts';
import { isFullDisk, storageFull } from '../free-space.ts';
import { folderStorage } from './folder.ts';
import { leaseFolder } from './lease.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';
import { blobStorage } from './vercel-blob.ts';

export type { ByteRange, DirectStorage, SpooledFile, Storage } from './storage.ts';

let chosen: Storage | undefined;

/** The storage of recordings: a private blob store or an S3 bucket where one is set up, else a folder under DATA_DIR. */
export function storage(): Storage {
  return (chosen ??= saidPlainly(choose()));
}

/** Whether recordings are kept on this machine's disk. */
export function storesInFolder(): boolean {
  const { BLOB_READ_WRITE_TOKEN, S3_BUCKET } = env();
  return BLOB_READ_WRITE_TOKEN === undefined && S3_BUCKET === undefined;
}

function choose(): Storage {
  const { BLOB_READ_WRITE_TOKEN: token, DATA_DIR, S3_BUCKET: bucket, S3_REGION: region, ...set } = env();
  if (token !== undefined) return blobStorage(token, previewPrefix());
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  if (bucket && endpoint && accessKeyId && secretAccessKey)
    return s3Storage({ bucket, endpoint, region, accessKeyId, secretAccessKey }, s3Prefix());
  return leased(folderStorage(DATA_DIR), DATA_DIR);
}

/** A folder is the storage of a database only while no other folder is: what is absent here may be there. */
function leased(folder: Storage, dataDir: string): Storage {
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    await leaseFolder(dataDir);
    return work();
  };
  return {
    ...folder,
    put: (key, file) => held(() => folder.put(key, file)),
    get: (key, range) => held(() => folder.get(key, range)),
    delete: (key) => held(() => folder.delete(key)),
    async *list() {
      await leaseFolder(dataDir);
      yield* folder.list();
    },
    check: () => held(folder.check),
  };
}

/**
 * To be asked before work is taken on: whoever keeps a folder that is not the storage of this database would do it without the recordings.
 * @throws AppError storage_failed that says what to do
 */
export async function requireOwnFolder(): Promise<void> {
  if (storesInFolder()) await leaseFolder(env().DATA_DIR);
}

/** The same storage, whose every fault is an AppError: storage_full or storage_failed. */
function saidPlainly(driver: Storage): Storage {
  return {
    spoolFolder: driver.spoolFolder,
    put: (key, file) => driver.put(key, file).catch(fail),
    get: (key, range) => driver.get(key, range).catch(fail),
    delete: (key) => driver.delete(key).catch(fail),
    list: () => driver.list(),
    check: () => driver.check(),
    direct: driver.direct,
  };
}

/** A preview keeps its recordings apart in the store that it shares with others; without BLOB_PREFIX by its branch. */
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

function fail(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw isFullDisk(cause) ? storageFull(cause) : new AppError('storage_failed', { cause });
}
