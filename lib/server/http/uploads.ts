import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contracts/errors.ts';
import { formParts, type FormPart } from './multipart.ts';

const maxFields = 20;
const maxFieldBytes = 4096;

/** A form that has arrived whole: its text fields, and its one file on disk. */
export interface ReceivedForm {
  fields: Map<string, string>;
  file?: { path: string; size: number; head: Buffer };
}

interface FormRules {
  /** The part that is a file; every other one is text. */
  fileField: string;
  maxBytes: number;
  /** How much of the file's beginning to hand over as `head`. */
  headBytes: number;
  /** Where the file is written while it arrives. */
  folder: string;
}

/**
 * Receives a form, hands it to `take`, and removes what is left of its file afterwards, whatever happened.
 * @throws AppError unsupported_type, too_large, bad_request, and what `take` throws
 */
export async function withForm<T>(
  request: Request,
  rules: FormRules,
  take: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  await mkdir(rules.folder, { recursive: true });
  const path = join(rules.folder, randomUUID());
  try {
    return await take(await receive(request, rules, path));
  } finally {
    await rm(path, { force: true });
  }
}

async function receive(request: Request, rules: FormRules, path: string): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: new Map() };
  for await (const part of formParts(request, rules.maxBytes)) {
    if (part.name === rules.fileField) {
      if (form.file !== undefined) throw new AppError('bad_request', { detail: 'More than one file.' });
      form.file = await writeFile(part, path, rules.headBytes);
    } else {
      if (form.fields.size >= maxFields) throw new AppError('bad_request', { detail: 'Too many fields.' });
      form.fields.set(part.name, await readField(part));
    }
  }
  return form;
}

async function writeFile({ body }: FormPart, path: string, headBytes: number) {
  const handle = await open(path, 'wx');
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of body) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      await handle.writeFile(chunk);
      size += chunk.length;
    }
  } finally {
    await handle.close();
  }
  return { path, size, head };
}

async function readField({ name, body }: FormPart): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxFieldBytes)
      throw new AppError('invalid_field', { detail: `${name.slice(0, 64)}: too long` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
