/** For this long, a vendor that failed or hung is asked after the healthy ones. */
const unhealthyMs = 20_000;

/** Shared by all calls of the process; times are performance.now(). */
const unhealthyUntilMs = new WeakMap<object, number>();

/** Puts this vendor behind the others for a while, because it has failed or hung. */
export function markUnhealthy(vendor: object): void {
  unhealthyUntilMs.set(vendor, performance.now() + unhealthyMs);
}

export function isUnhealthy(vendor: object): boolean {
  return (unhealthyUntilMs.get(vendor) ?? 0) > performance.now();
}

/** Clears the mark of a vendor that has answered. */
export function markHealthy(vendor: object): void {
  unhealthyUntilMs.delete(vendor);
}

/** Sorts unhealthy vendors to the end. They are still requested if the others fail. */
export function healthyFirst<Vendor extends object>(vendors: readonly Vendor[]): Vendor[] {
  return vendors.toSorted((a, b) => Number(isUnhealthy(a)) - Number(isUnhealthy(b)));
}
