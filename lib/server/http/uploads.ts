import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../contracts/errors.ts';
import { env } from '../platform/env.ts';
import { isFullDisk, reserveSpace, type SpaceReservation, storageFull } from '../platform/free-space.ts';

const maxFields = 20;
const maxFieldBytes = 4096;

/** A complete form: its text fields, and its one file on disk. */
export interface ReceivedForm {
  fields: Map<string, string>;
  file?: { path: string; size: number; head: Buffer };
}

interface FormRules {
  /** The part that is a file; every other one is text. */
  fileField: string;
  maxBytes: number;
  /** Bytes of the file's beginning to pass on as `head`. */
  headBytes: number;
  /** The folder for arriving files. */
  folder: string;
  /** The sender, whose simultaneous uploads are limited. */
  address?: string;
}

/** Disk space reserved before an upload arrives: more than most recordings need. A longer one reserves more as it arrives. */
const firstReservationBytes = 8 * 1024 * 1024;

/** Uploads in progress in this process, by address. */
const uploadCounts = new Map<string, number>();

async function limitConcurrency<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
  if (address === undefined) return work();
  const maxUploads = Math.ceil(env().LIMIT_UPLOADS_PER_HOUR / 5);
  const count = uploadCounts.get(address) ?? 0;
  if (count >= maxUploads) throw new AppError('rate_limited', { retryAfterS: 10 });
  uploadCounts.set(address, count + 1);
  try {
    return await work();
  } finally {
    const remaining = (uploadCounts.get(address) ?? 1) - 1;
    if (remaining === 0) uploadCounts.delete(address);
    else uploadCounts.set(address, remaining);
  }
}

/**
 * Receives a multipart form (RFC 7578), passes it to `take`, and always removes its file afterwards.
 * @throws AppError unsupported_type, too_large, bad_request, rate_limited, storage_full, and what `take` throws
 */
export async function withForm<T>(
  request: Request,
  rules: FormRules,
  take: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  return limitConcurrency(rules.address, () => receiveForm(request, rules, take));
}

async function receiveForm<T>(
  request: Request,
  rules: FormRules,
  take: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new AppError('unsupported_type');
  const announcedLength = request.headers.get('content-length');
  // A chunked body announces no length, so it may reach the limit.
  const maxBytes = announcedLength === null ? rules.maxBytes : Number(announcedLength);
  if (maxBytes > rules.maxBytes) throw new AppError('too_large');
  const path = join(rules.folder, randomUUID());
  let space: SpaceReservation | undefined;
  try {
    await mkdir(rules.folder, { recursive: true, mode: 0o700 });
    space = await reserveSpace(rules.folder, Math.min(maxBytes, firstReservationBytes));
    return await take(await receive(request, contentType, rules, path, space));
  } catch (error) {
    throw isFullDisk(error) ? storageFull(error) : error;
  } finally {
    space?.release();
    await rm(path, { force: true });
  }
}

async function receive(
  request: Request,
  contentType: string,
  rules: FormRules,
  path: string,
  space: SpaceReservation,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: new Map() };
  const parser = openParser(contentType, rules.fileField);
  let arrivingFile: BusboyFileStream | undefined;
  let writing: Promise<void> | undefined;
  const stop = (error: Error) => {
    arrivingFile?.destroy(error);
    parser.destroy(error);
  };
  parser.on('file', (_name: string, stream: BusboyFileStream) => {
    const file = { path, size: 0, head: Buffer.alloc(0) };
    form.file = file;
    arrivingFile = stream;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        file.size += chunk.length;
        if (file.head.length < rules.headBytes)
          file.head = Buffer.concat([file.head, chunk.subarray(0, rules.headBytes - file.head.length)]);
        space.wrote(chunk.length).then(() => done(null, chunk), done);
      },
    });
    writing = pipeline(stream, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    writing.catch(stop);
  });
  parser.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
    if (valueCut) return stop(new AppError('invalid_field', { detail: `${name.slice(0, 64)}: too long` }));
    form.fields.set(name, value);
  });
  parser.on('filesLimit', () => stop(new AppError('bad_request', { detail: 'More than one file.' })));
  parser.on('fieldsLimit', () => stop(new AppError('bad_request', { detail: 'Too many fields.' })));
  try {
    await pipeline(Readable.from(request.body ?? []), limitBytes(rules.maxBytes), parser);
    await writing;
  } catch (error) {
    // Busboy does not end the file of a broken form.
    arrivingFile?.destroy();
    const cause = await writing?.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    if (cause instanceof AppError) throw cause;
    if (isFullDisk(cause) || isFullDisk(error)) throw storageFull(error);
    throw error instanceof AppError ? error : malformed(error);
  }
  return form;
}

function openParser(contentType: string, fileField: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name === fileField,
      limits: { files: 1, fields: maxFields, fieldSize: maxFieldBytes, headerPairs: 20, headerSize: 8192 },
    });
  } catch (cause) {
    throw malformed(cause);
  }
}

function limitBytes(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new AppError('too_large'));
      else done(null, chunk);
    },
  });
}

function malformed(cause: unknown): AppError {
  return new AppError('bad_request', { detail: 'The body is not a multipart form.', cause });
}
