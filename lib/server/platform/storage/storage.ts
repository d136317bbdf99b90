import type { UploadGrant } from '../../../contracts/recording.ts';

/** A part of a file; both ends are inclusive, as in a Range header. */
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
  /** The folder of uploads that are not verified yet. */
  readonly spoolFolder: string;
  /** Stores a file durably and atomically; the source may be gone afterwards. */
  put(key: string, file: SpooledFile): Promise<void>;
  /** The bytes of a file or of a part of it; null if there is no such file. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes a file. Idempotent. */
  delete(key: string): Promise<void>;
  /** Throws if the storage cannot be reached. A folder must also be writable. */
  check(): Promise<void>;
  /** Direct uploads by browsers, where the store supports them. */
  readonly direct?: DirectStorage;
}

/** A store that accepts files directly from browsers. */
export interface DirectStorage {
  /**
   * Grants the upload of one file under one key.
   * @throws AppError not_found if this store cannot take this file from a browser, too_large
   */
  grant(
    request: Request,
    key: string,
    terms: {
      allowedContentTypes: string[];
      maximumSizeInBytes: number;
      /** The file as the browser announced it. */
      file: { type: string; size: number } | undefined;
      /** The `receipt` of the grant. The store returns it with the completion. */
      ticket: string;
      callbackUrl: string;
    },
  ): Promise<UploadGrant>;
  /**
   * Passes the ticket of a completion to `take`.
   * @param body as it was sent, with its keys in order: the signature covers all of it
   * @throws AppError unauthorized unless the store has signed it
   */
  completed(
    request: Request,
    body: unknown,
    take: (ticket: string) => Promise<void>,
  ): Promise<{ type: 'blob.upload-completed'; response: 'ok' }>;
  /** Bytes of a stored file; null if there is none. */
  size(key: string): Promise<number | null>;
}

/** The address of a bucket, by path. */
export function bucketUrl(endpoint: string, bucket: string): string {
  return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
}

/** Only names that we create: no `..`, no absolute path, no special signs of a shell or URL. */
const keyPattern = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]+$/;

/** @throws Error for a key that we did not make */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a key of the storage');
  return key;
}
