import { AppError } from '../../lib/contracts/errors.ts';

/** A vendor that failed or hung is asked last for this long. */
const restMs = 20_000;

/** Shared by all calls of the process; times are performance.now(). */
const restsUntilMs = new WeakMap<object, number>();

/** Asks this vendor last for a while, because it has failed or hung. */
export function rest(vendor: object): void {
  restsUntilMs.set(vendor, performance.now() + restMs);
}

export function isResting(vendor: object): boolean {
  return (restsUntilMs.get(vendor) ?? 0) > performance.now();
}

/** Ends the rest of a vendor that has answered. */
export function wake(vendor: object): void {
  restsUntilMs.delete(vendor);
}

/** Sorts resting vendors to the end. If all rest, each is still asked. */
export function restedFirst<Vendor extends object>(vendors: readonly Vendor[]): Vendor[] {
  return vendors.toSorted((a, b) => Number(isResting(a)) - Number(isResting(b)));
}

/** True if the vendor only lacks this language. It has not failed and may serve another language. */
export function isUnavailable(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'speech_unavailable';
}
