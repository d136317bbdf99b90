import { z } from '@/lib/schema';
import { errorCatalogue, type ErrorCode } from '@/lib/errors';
import { RequestFailure } from './request-failure';

/** Default fetch timeout (spec.md section 9). */
const requestTimeoutMs = 60_000;

const errorBody = z.object({ detail: z.string(), code: z.string() });

/**
 * Asks our API.
 * @throws RequestFailure for an answer that is a refusal; what fetch throws is told by asRequestFailure
 */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(path, { ...init, signal });
  if (!response.ok) throw await refusal(response);
  return response;
}

/** A request with a JSON body. */
export function jsonRequest(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Any thrown value as a failure that can be told in words. */
export function asRequestFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new RequestFailure('timeout', { cause: error });
  }
  if (error instanceof TypeError) return new RequestFailure('network', { cause: error });
  return new RequestFailure('unreadable', { cause: error });
}

async function refusal(response: Response): Promise<RequestFailure> {
  const body = errorBody.safeParse(await response.json().catch(() => null));
  const code = body.data?.code;
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new RequestFailure(isErrorCode(code) ? code : 'unreadable', {
    detail: body.data?.detail ?? `${response.status}`,
    ...(Number.isFinite(retryAfterS) ? { retryAfterS } : {}),
  });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorCatalogue, code);
}
