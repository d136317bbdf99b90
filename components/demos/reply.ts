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
