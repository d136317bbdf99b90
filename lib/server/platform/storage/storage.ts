import type { UploadGrant } from '../../../contracts/recording.ts';

/** A part of a file: both ends are included, as in a Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A finished file on this machine's disk, to be stored. */
export interface SpooledFile {
  path: string;
  size: number;
  type: string;
}

/** Storage of recordings. Keys are write-once, so the content of a key never changes. */
export interface Storage {
  /** The folder where an upload waits until it is known to be good. */
  readonly spoolFolder: string;
  /** Stores a file for good; the file at its path may be gone afterwards. A file that is stored only in part is never seen. */
  put(key: string, file: SpooledFile): Promise<void>;
  /** The bytes of a file or of a part of it; null if there is no such file. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes a file. Idempotent. */
  delete(key: string): Promise<void>;
  /** The recordings that are kept, in no order; files that are not ours are left out. */
  list(): AsyncIterable<StoredFile>;
  /** Throws if nothing could be stored now. */
  check(): Promise<void>;
  /** Direct uploads by browsers, where the store supports them. */
  readonly direct?: DirectStorage;
}

/** A store that takes files straight from browsers, of any length, past the server. */
export interface DirectStorage {
  /**
   * Lets whoever has the grant store one file under one key.
   * @throws AppError not_found where this store cannot take this file from a browser, too_large
   */
  grant(
    request: Request,
    key: string,
    terms: {
      allowedContentTypes: string[];
      maximumSizeInBytes: number;
      /** The file as the browser announced it. */
      file: { type: string; size: number } | undefined;
      /** Comes back with the completion. */
      receipt: string;
      callbackUrl: string;
    },
  ): Promise<UploadGrant>;
  /**
   * Hands the receipt of a completion to `take`.
   * @param body as it was sent, with its keys in their order: it is signed whole
   * @throws AppError unauthorized unless the store has signed it
   */
  completed(
    request: Request,
    body: unknown,
    take: (receipt: string) => Promise<void>,
  ): Promise<{ type: 'blob.upload-completed'; response: 'ok' }>;
  /** Bytes of a stored file; null if there is none. */
  size(key: string): Promise<number | null>;
}

export interface StoredFile {
  key: string;
  storedAt: Date;
}

/** The address of a bucket, by path. */
export function bucketUrl(endpoint: string, bucket: string): string {
  return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
}

/** Names of our own making alone: no `..`, no absolute path, nothing that means something to a shell or a URL. */
const keyPattern = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]+$/;

/** The recordings' part of a storage: nothing else in it is listed. */
export const recordingsFolder = 'leads/';

export function isRecordingKey(key: string): boolean {
  return key.startsWith(recordingsFolder) && keyPattern.test(key);
}

/** @throws Error for a key that we did not make */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a key of the storage');
  return key;
}
