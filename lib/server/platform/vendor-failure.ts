import type { Failure, FailureKind } from '../../contracts/vendor-failures.ts';
import { VendorFault } from './vendor.ts';

const kindByStatus: Record<number, FailureKind> = {
  401: 'key',
  402: 'limit',
  403: 'key',
  404: 'unknown_model',
  408: 'timeout',
  429: 'limit',
};

/** The kind and detail of a vendor's failure, derived from the thrown error. */
export function vendorFailureOf(cause: unknown): Failure {
  const causes = [...chainOf(cause)];
  const fault = causes.find((each) => each instanceof VendorFault);
  if (fault !== undefined) return { kind: kindOf(fault), detail: fault.message.slice(0, 300) };
  if (causes.some(({ name }) => name === 'TimeoutError' || name === 'AbortError')) return { kind: 'timeout' };
  if (causes.some(({ message }) => message === 'terminated')) return { kind: 'broken_off' };
  if (causes.some(({ message }) => message === 'fetch failed')) return { kind: 'unreachable' };
  return { kind: 'failed', detail: causes.at(-1)?.message.slice(0, 300) };
}

function kindOf({ kind, status }: VendorFault): FailureKind {
  if (kind === 'timeout') return 'timeout';
  if (status === undefined) return kind === 'refused' ? 'refused' : 'unreachable';
  return kindByStatus[status] ?? (status >= 500 ? 'failed' : 'refused');
}

function* chainOf(cause: unknown): Generator<Error> {
  for (let each = cause; each instanceof Error; each = each.cause) yield each;
}
