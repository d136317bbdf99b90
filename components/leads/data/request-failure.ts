import type { ErrorCode } from '@/lib/errors';

/** A code of the catalogue, or what can go wrong on the way to a server. */
export type FailureCode = ErrorCode | 'network' | 'timeout' | 'unreadable';

/** A request to our API that did not give what it was sent for. */
export class RequestFailure extends Error {
  readonly code: FailureCode;
  readonly retryAfterS: number | undefined;

  constructor(code: FailureCode, options: { detail?: string; retryAfterS?: number; cause?: unknown } = {}) {
    super(options.detail ?? code, { cause: options.cause });
    this.name = 'RequestFailure';
    this.code = code;
    this.retryAfterS = options.retryAfterS;
  }
}
