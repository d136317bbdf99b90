import { AppError } from '../../lib/contracts/errors.ts';

/** How long a vendor that failed or hung is asked last. */
const restMs = 20_000;

/** For all calls of the process, by performance.now(). */
const restsUntilMs = new WeakMap<object, number>();

export function rest(vendor: object): void {
  restsUntilMs.set(vendor, performance.now() + restMs);
}

export function isResting(vendor: object): boolean {
  return (restsUntilMs.get(vendor) ?? 0) > performance.now();
}

/** With all of them down, each is still asked. */
export function restedFirst<Vendor extends object>(vendors: readonly Vendor[]): Vendor[] {
  return vendors.toSorted((a, b) => Number(isResting(a)) - Number(isResting(b)));
}

/** A vendor that does not know this language knows the next one. */
export function isUnavailable(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'speech_unavailable';
}
