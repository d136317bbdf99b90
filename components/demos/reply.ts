import { anySignal } from '@/components/ui/any-signal';
import { type ErrorCode, isErrorCode } from '@/lib/contracts/errors';

/** Why a request gave nothing: a code of our API, or what can go wrong on the way to it. */
export type FailureCode = ErrorCode | 'offline' | 'timeout' | 'unreadable';

/** A request of a demo that failed. The message is for the console. */
export class DemoFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DemoFailure';
    this.code = code;
  }
}

/** The text at a key of a JSON answer; undefined without one. Checked by hand: zod would be 90 kB for everybody who comes near a demo. */
export async function textAt(key: string, response: Response): Promise<string | undefined> {
  const reply: unknown = await response.json().catch(() => null);
  const value: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The code in a refusal. */
async function codeOf(response: Response): Promise<FailureCode> {
  const code = await textAt('code', response);
  return isErrorCode(code) ? code : 'unreadable';
}

interface Ask {
  init?: RequestInit;
  /** Ends the work for the visitor: its reason is thrown. */
  signal: AbortSignal;
  timeoutMs: number;
  /** Label of a failure in the console. */
  failed: string;
}

/**
 * Asks our API and has the reply read, both within the time.
 * @throws DemoFailure, or the reason of the signal
 */
export async function ask<T>(
  path: string,
  { init, signal, timeoutMs, failed }: Ask,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs);
  const orLate = (error: unknown) => {
    signal.throwIfAborted();
    return late.aborted ? new DemoFailure('timeout', 'Request timeout', error) : error;
  };
  const response = await fetch(path, { ...init, signal: anySignal(signal, late) }).catch((error: unknown) => {
    const cause = orLate(error);
    throw cause instanceof DemoFailure ? cause : new DemoFailure('offline', failed, cause);
  });
  if (!response.ok) throw new DemoFailure(await codeOf(response), `${failed}: ${response.status}`);
  try {
    return await read(response);
  } catch (error) {
    const cause = orLate(error);
    // A TypeError here is a connection that broke off in the answer.
    throw cause instanceof TypeError ? new DemoFailure('unreadable', failed, cause) : cause;
  }
}
