import type { Address, AnswerOf, ClientInput, RouteName } from './contracts/api.ts';
import type { ErrorBody, ErrorCode } from './contracts/errors.ts';

/** A code of the catalogue, or a failure on the way to the server. */
export type FailureCode = ErrorCode | 'network' | 'timeout' | 'unreadable';

interface FailureDetails {
  detail?: string;
  status?: number;
  retryAfterS?: number;
  cause?: unknown;
}

/** A request to our API that failed. */
export class RequestFailure extends Error {
  readonly code: FailureCode;
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: FailureCode, { detail, status, retryAfterS, cause }: FailureDetails = {}) {
    super(detail ?? code, { cause });
    this.name = 'RequestFailure';
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/** Converts any thrown value to a failure. fetch throws a TypeError without a connection. */
export function asRequestFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout) return new RequestFailure('timeout', { detail: 'Request timeout', cause: error });
  return new RequestFailure(error instanceof TypeError ? 'network' : 'unreadable', { cause: error });
}

/** Converts a response with an error status to a failure. */
export async function failureOf(response: Response): Promise<RequestFailure> {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const retryAfterS = Number(response.headers.get('retry-after')) || undefined;
  const { code = 'unreadable', detail = String(response.status) } = body ?? {};
  return new RequestFailure(code, { detail, status: response.status, retryAfterS });
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** 60 s unless set; null for no timeout. */
  timeoutMs?: number | null;
  headers?: Record<string, string>;
  /** Sends the request even if the page is left at once. At most 64 kB of body. */
  keepalive?: boolean;
}

type Input<Name extends RouteName> = ClientInput<Name> & RequestOptions;
/** The input is optional if it has no required field. */
type InputArgs<Name extends RouteName> =
  object extends ClientInput<Name> ? [input?: Input<Name>] : [input: Input<Name>];

interface AnyInput extends RequestOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown> | URLSearchParams;
  body?: unknown;
}

/** The address of an endpoint, for links, players and event sources. */
export function apiUrl<Name extends RouteName>(
  name: Name,
  ...args: object extends Address<Name> ? [address?: Address<Name>] : [address: Address<Name>]
): string;
export function apiUrl(name: string, input: AnyInput = {}): string {
  return urlOf(name, input);
}

function urlOf(name: string, { params = {}, query = {} }: AnyInput): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = query instanceof URLSearchParams ? query : new URLSearchParams();
  if (!(query instanceof URLSearchParams))
    for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The specification's default. */
const defaultTimeoutMs = 60_000;

/**
 * Sends a request and returns the whole response, for answers that are not JSON. The timeout ends once the headers are here, because
 * a download may be slow.
 * @throws RequestFailure, or the reason of the signal
 */
export async function fetchApi<Name extends RouteName>(
  name: Name,
  ...args: InputArgs<Name>
): Promise<Response>;
export async function fetchApi(name: string, input: AnyInput = {}): Promise<Response> {
  return withTimeout(input, (signal) => request(name, input, signal));
}

/**
 * Sends a request and returns its JSON answer, in the shape of the contract.
 * @throws as fetchApi does
 */
export async function callApi<Name extends RouteName>(
  name: Name,
  ...args: InputArgs<Name>
): Promise<AnswerOf<Name>>;
export async function callApi(name: string, input: AnyInput = {}): Promise<unknown> {
  return withTimeout(input, async (signal) => {
    const response = await request(name, input, signal);
    return JSON.parse((await response.text()) || 'null') ?? undefined;
  });
}

/** Runs `work` with a signal that the caller or the timeout aborts. The timer stops when `work` settles. */
async function withTimeout<T>(
  { signal, timeoutMs = defaultTimeoutMs }: RequestOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const abort = () => timeout.abort(new DOMException('Request timeout', 'TimeoutError'));
  const timer = timeoutMs === null ? undefined : setTimeout(abort, timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw asRequestFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

async function request(name: string, input: AnyInput, signal: AbortSignal): Promise<Response> {
  const { body, headers, keepalive } = input;
  const isRaw = body === undefined || body instanceof Blob || body instanceof FormData;
  const send = (proof?: Record<string, string>) =>
    fetch(urlOf(name, input), {
      method: name.slice(0, name.indexOf(' ')),
      headers: { ...(!isRaw && { 'content-type': 'application/json' }), ...headers, ...proof },
      body: isRaw ? body : JSON.stringify(body),
      signal,
      keepalive,
    });
  const response = await send();
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.code !== 'proof_required') throw failure;
  const secondResponse = await send(await proofOfWork(signal));
  if (!secondResponse.ok) throw await failureOf(secondResponse);
  return secondResponse;
}

/** The header with a solved puzzle. Few visitors need the solver, so it is loaded here. */
async function proofOfWork(signal: AbortSignal): Promise<Record<string, string>> {
  const challenge = await callApi('GET /api/proof', { signal });
  const { solveProof } = await import('./solve-proof.ts');
  return solveProof(challenge, signal);
}
