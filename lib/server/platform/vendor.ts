import { setTimeout as wait } from 'node:timers/promises';
import pRetry, { type RetryContext } from 'p-retry';
import { readUnlessAborted, unlessAborted } from './unless-aborted.ts';

/** A request to a vendor that got no usable answer. */
export class VendorFault extends Error {
  /**
   * `refused`: our request is wrong or the answer too large, so a retry would fail too. `failed`: a retry may succeed.
   * `timeout`: no complete answer in time.
   */
  readonly kind: 'refused' | 'failed' | 'timeout';
  readonly status: number | undefined;
  readonly retryAfterS: number | undefined;

  constructor(
    kind: VendorFault['kind'],
    message: string,
    details: { status?: number; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'VendorFault';
    this.kind = kind;
    this.status = details.status;
    this.retryAfterS = details.retryAfterS;
  }
}

export interface VendorOptions {
  /** The time limit for all tries, the delays between them and what is read of the body. */
  timeoutMs: number;
  maxBytes: number;
  /** Statuses that are an answer; 2xx by default. */
  expected?: number[];
  /** 3 by default. Retries 408, 425, 429, 5xx and broken connections. */
  maxTries?: number;
  signal?: AbortSignal;
}

export interface VendorAnswer {
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

const firstRetryDelayMs = 500;
const maxRetryAfterMs = 20_000;
const retryableStatuses = new Set([408, 425, 429]);

/**
 * Requests an answer with limits of time, tries and size. The delay between tries doubles, and is at least Retry-After.
 * @param request makes the request of a try, because a body can be read only once
 * @throws VendorFault, or the reason of `options.signal` when that was aborted
 */
export async function askVendor(request: () => Request, options: VendorOptions): Promise<VendorAnswer> {
  return askWithRetries(request, options, async (response, signal) => ({
    headers: response.headers,
    bytes: Buffer.concat(await Array.fromAsync(readBounded(response, options.maxBytes, signal))),
  }));
}

/** Requests an answer and streams its body. Failures in the body are not retried. */
export async function openVendor(
  request: () => Request,
  options: VendorOptions,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>> {
  return askWithRetries(request, options, async (response, signal) =>
    readBounded(response, options.maxBytes, signal),
  );
}

/**
 * Sends the request with retries. `take` reads the response; its signal aborts at the deadline, or with `options.signal`.
 * @throws as askVendor
 */
export async function askWithRetries<Answer>(
  request: () => Request | Promise<Request>,
  options: VendorOptions,
  take: (response: Response, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const shouldRetry = async ({ error, retryDelay }: RetryContext) => {
    const { kind, retryAfterS = 0 } = asFault(error);
    if (kind === 'refused' || retryAfterS * 1000 > maxRetryAfterMs) return false;
    await wait(Math.max(0, retryAfterS * 1000 - retryDelay), undefined, { signal });
    return true;
  };
  const retries = (options.maxTries ?? 3) - 1;
  const rules = { retries, minTimeout: firstRetryDelayMs, signal, shouldRetry };
  try {
    return await pRetry(async () => {
      try {
        return await askOnce(await request(), options, signal, take);
      } catch (error) {
        throw asFault(error);
      }
    }, rules);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (deadline.aborted) throw new VendorFault('timeout', 'No answer in time.', { cause: error });
    throw error;
  }
}

async function askOnce<Answer>(
  request: Request,
  { expected, maxBytes }: VendorOptions,
  signal: AbortSignal,
  take: (response: Response, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  // Aborts only until the answer begins: its reader decides how long its body may take.
  const connection = new AbortController();
  const answer = fetch(request, { signal: connection.signal });
  const response = await unlessAborted(answer, signal).catch((error: unknown) => {
    connection.abort(error);
    throw error;
  });
  const { status } = response;
  if (expected?.includes(status) ?? response.ok) return take(response, signal);
  const kind = status >= 500 || retryableStatuses.has(status) ? 'failed' : 'refused';
  throw new VendorFault(kind, `Answered ${status}: ${await excerpt(response, maxBytes, signal)}`, {
    status,
    retryAfterS: retryAfterS(response.headers),
  });
}

async function* readBounded(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let size = 0;
  for await (const value of readUnlessAborted(response.body, signal)) {
    size += value.byteLength;
    if (size > maxBytes) throw new VendorFault('refused', `The answer is larger than ${maxBytes} bytes.`);
    yield value;
  }
}

/** Seconds to wait, from Retry-After as seconds or as a date (RFC 9110, section 10.2.3). */
export function retryAfterS(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

function asFault(error: unknown): VendorFault {
  if (error instanceof VendorFault) return error;
  return new VendorFault('failed', 'The connection broke off or was refused.', { cause: error });
}

async function excerpt(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks = await Array.fromAsync(readBounded(response, maxBytes, signal));
  return Buffer.concat(chunks).toString('utf8', 0, 300).replaceAll(/\s+/g, ' ').trim();
}
