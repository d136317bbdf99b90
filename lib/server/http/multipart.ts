import { AppError } from '../../contracts/errors.ts';

const maxHeaderBytes = 8 * 1024;
const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');

/** One part of a form. Its body is to be read before the next part is asked for; what is left of it is skipped. */
export interface FormPart {
  name: string;
  body: AsyncIterable<Buffer>;
}

/**
 * The parts of a multipart/form-data body (RFC 7578), as they arrive: nothing larger than a chunk is held in memory.
 * @throws AppError unsupported_type, too_large as soon as `maxBytes` are passed, or bad_request for what is not a form
 */
export async function* formParts(request: Request, maxBytes: number): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (Number(request.headers.get('content-length')) > maxBytes) throw new AppError('too_large');
  // The line end before the first boundary is the end of the headers: with it every boundary looks the same.
  const source = new ByteSource(request.body, maxBytes, lineEnd);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await skip(source.until(delimiter));
  for (;;) {
    const rest = await source.line();
    if (rest.startsWith('--')) return;
    if (rest.trim() !== '') throw malformed();
    const headers = await source.text(headerEnd, lineEnd);
    const body = source.until(delimiter);
    yield { name: nameOf(headers), body };
    await skip(body);
  }
}

function boundaryOf(contentType: string): string {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new AppError('unsupported_type');
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

function nameOf(headers: string): string {
  const disposition = /(?:^|\r\n)content-disposition:\s*form-data\b([^\r\n]*)/i.exec(headers)?.[1] ?? '';
  const name = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition);
  if (name === null) throw malformed();
  return name[1] ?? name[2] ?? '';
}

async function skip(chunks: AsyncIterable<Buffer>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}

function malformed(cause?: unknown): AppError {
  return new AppError('bad_request', { detail: 'The body is not a multipart form.', cause });
}

/** A body as a place to read from, up to a marker at a time. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #held: Buffer;
  #readBytes = 0;

  constructor(body: ReadableStream<Uint8Array> | null, maxBytes: number, first: Buffer) {
    this.#chunks = (body ?? new ReadableStream<Uint8Array>({ start: (c) => c.close() }))[
      Symbol.asyncIterator
    ]();
    this.#maxBytes = maxBytes;
    this.#held = first;
  }

  /** What stands before `marker`, which is taken too. Reading on after its end gives nothing. */
  async *until(marker: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(marker);
      if (at >= 0) {
        const last = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + marker.length);
        if (last.length > 0) yield last;
        return;
      }
      // The marker may have begun in what is held: so much of it stays.
      const safe = this.#held.length - marker.length + 1;
      if (safe > 0) {
        const chunk = this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
        yield chunk;
      }
      await this.#more();
    }
  }

  /** The text before the next line end. */
  line(): Promise<string> {
    return this.text(lineEnd);
  }

  /** The text before `marker`, which is short. `before` is put in front where the marker may overlap what was taken. */
  async text(marker: Buffer, before?: Buffer): Promise<string> {
    if (before !== undefined) this.#held = Buffer.concat([before, this.#held]);
    for (;;) {
      const at = this.#held.indexOf(marker);
      if (at >= 0) {
        const text = this.#held.subarray(0, at).toString('utf8');
        this.#held = this.#held.subarray(at + marker.length);
        return text;
      }
      if (this.#held.length > maxHeaderBytes) throw malformed();
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next().catch((cause: unknown) => {
      throw malformed(cause);
    });
    if (next.done) throw malformed();
    this.#readBytes += next.value.byteLength;
    if (this.#readBytes > this.#maxBytes) throw new AppError('too_large');
    this.#held = this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value]);
  }
}
