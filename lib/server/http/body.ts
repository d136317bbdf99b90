import { AppError } from '../../contracts/errors.ts';
import { phoneDigits, phoneProblem } from '../../phone.ts';

/**
 * Reads a JSON body of at most `maxBytes`.
 * @throws AppError unsupported_type, too_large, bad_request
 */
export async function readJson(request: Request, maxBytes = 64 * 1024): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) throw new AppError('unsupported_type');
  return parseJson(await readBytes(request, maxBytes));
}

/**
 * Normalises a typed number to +998901234567.
 * @throws AppError phone_required, phone_invalid
 */
export function readPhone(typed: string): string {
  const problem = phoneProblem(typed);
  if (problem !== null) throw new AppError(problem);
  return `+${phoneDigits(typed)}`;
}

/** @throws AppError bad_request if the bytes are not JSON in UTF-8 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('bad_request', { detail: 'The body is not JSON.', cause });
  }
}

/** Small bodies arrive at once. Node would wait five minutes for one that never comes. */
const bodyWithinMs = 30_000;

/**
 * Reads the whole body and refuses more than `maxBytes`, whatever Content-Length says.
 * @throws AppError too_large, or bad_request if the sender breaks off or is too slow
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  withinMs = bodyWithinMs,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw new AppError('too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  const signal = AbortSignal.timeout(withinMs);
  try {
    for await (const chunk of request.body?.pipeThrough(new TransformStream(), { signal }) ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new AppError('too_large');
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('bad_request', { detail: 'The body broke off.', cause });
  }
  return Buffer.concat(chunks);
}
