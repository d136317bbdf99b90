import { type ErrorCode, isErrorCode } from '@/lib/contracts/errors';

/** Why a request gave nothing: a code of our API, or what can go wrong on the way to it. */
export type FailureCode = ErrorCode | 'offline' | 'timeout' | 'unreadable';

/** A request of a demo that failed. The message is for the console. */
export class DemoFailure extends Error {
  readonly code: FailureCode;
  /** When it may be tried again, where the server has told: milliseconds since 1970. */
  readonly untilMs: number | undefined;

  constructor(code: FailureCode, message: string, options: { untilMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'DemoFailure';
    this.code = code;
    this.untilMs = options.untilMs;
  }
}

/** Writes a failure to the console. An error that no server sent is a bug: it is reported as uncaught, and the answer is null. */
export function reportFailure(error: unknown): DemoFailure | null {
  if (!(error instanceof DemoFailure)) {
    reportError(error);
    return null;
  }
  console.warn(error.message, error.cause ?? '');
  return error;
}

/** The text at a key of a JSON answer; undefined without one. Checked by hand: zod would be 90 kB for everybody who comes near a demo. */
export async function textAt(key: string, response: Response): Promise<string | undefined> {
  const reply: unknown = await response.json().catch(() => null);
  const value: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

async function refusalOf(response: Response, failed: string): Promise<DemoFailure> {
  const code = await textAt('code', response);
  const waitS = Number(response.headers.get('retry-after'));
  return new DemoFailure(
    isErrorCode(code) ? code : 'unreadable',
    `${failed}: ${response.status}`,
    waitS > 0 ? { untilMs: Date.now() + waitS * 1000 } : {},
  );
}

interface ReplyRequest {
  init?: RequestInit;
  /** Ends the work for the visitor: its reason is thrown. */
  signal: AbortSignal;
  timeoutMs: number;
  /** Label of a failure in the console. */
  failed: string;
}

/**
 * Asks our API and has the reply read, both within the time; a reader of a long reply says with each piece that more time may pass.
 * @throws DemoFailure, or the reason of the signal
 */
export async function ask<T>(
  path: string,
  { init, signal, timeoutMs, failed }: ReplyRequest,
  read: (response: Response, onPiece: () => void) => Promise<T>,
): Promise<T> {
  const time = new AbortController();
  const late = time.signal;
  let timer = setTimeout(() => time.abort(), timeoutMs);
  const onPiece = () => {
    clearTimeout(timer);
    timer = setTimeout(() => time.abort(), timeoutMs);
  };
  const orLate = (error: unknown) => {
    signal.throwIfAborted();
    return late.aborted ? new DemoFailure('timeout', 'Request timeout', { cause: error }) : error;
  };
  try {
    const answering = fetch(path, { ...init, signal: AbortSignal.any([signal, late]) });
    const response = await answering.catch((error: unknown) => {
      const cause = orLate(error);
      throw cause instanceof DemoFailure ? cause : new DemoFailure('offline', failed, { cause });
    });
    if (!response.ok) throw await refusalOf(response, failed);
    return await read(response, onPiece);
  } catch (error) {
    const cause = orLate(error);
    // A TypeError here is a connection that broke off in the answer.
    throw cause instanceof TypeError ? new DemoFailure('unreadable', failed, { cause }) : cause;
  } finally {
    clearTimeout(timer);
  }
}
