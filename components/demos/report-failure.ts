import { RequestFailure } from '@/lib/api-client';

/**
 * Reports why a demo failed. A failed request is a warning; any other error is a bug and reported as uncaught.
 * @param label the label in the console
 */
export function reportFailure(label: string, error: unknown): RequestFailure {
  if (!(error instanceof RequestFailure)) {
    reportError(error);
    return new RequestFailure('unreadable', { cause: error });
  }
  console.warn(`${label}: ${error.message}`, error.cause ?? '');
  return error;
}

/** The server's time for a retry of a refused request, if any: milliseconds since 1970. */
export function retryAtMs({ retryAfterS }: RequestFailure): number | undefined {
  return retryAfterS && Date.now() + retryAfterS * 1000;
}
