import { RequestFailure } from '@/lib/api-client';

/**
 * Reports why a demo failed. A failed request is a warning; any other error is a bug and reported as uncaught.
 * @param failed the label in the console
 */
export function reportFailure(failed: string, error: unknown): RequestFailure {
  if (!(error instanceof RequestFailure)) {
    reportError(error);
    return new RequestFailure('unreadable', { cause: error });
  }
  console.warn(`${failed}: ${error.message}`, error.cause ?? '');
  return error;
}

/** When a refused request may be repeated, if the server said so: milliseconds since 1970. */
export function retryAtMs({ retryAfterS }: RequestFailure): number | undefined {
  return retryAfterS && Date.now() + retryAfterS * 1000;
}

interface ReplyLimits {
  /** Aborts the work; its reason is thrown. */
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Sends a request and reads its reply within the time limit. A reader restarts the limit with each piece.
 * @throws RequestFailure, or the reason of the signal
 */
export async function ask<T>(
  send: (signal: AbortSignal) => Promise<Response>,
  { signal, timeoutMs }: ReplyLimits,
  read: (response: Response, onPiece: () => void) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  let timer = setTimeout(() => late.abort(), timeoutMs);
  const onPiece = () => {
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(), timeoutMs);
  };
  let response: Response | undefined;
  try {
    response = await send(AbortSignal.any([signal, late.signal]));
    return await read(response, onPiece);
  } catch (error) {
    signal.throwIfAborted();
    if (late.signal.aborted) throw new RequestFailure('timeout', { detail: 'Request timeout', cause: error });
    // A TypeError is a lost connection; after the first bytes the visitor is not offline.
    if (error instanceof TypeError)
      throw new RequestFailure(response ? 'unreadable' : 'network', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
