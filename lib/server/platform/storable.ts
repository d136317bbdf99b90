/**
 * A copy without what Postgres cannot hold in text and jsonb: U+0000 is removed, half a surrogate pair becomes U+FFFD.
 * Only strings in plain objects and arrays change; a Date, bytes or an object of a library stay as they are.
 */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map((item) => storable(item));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)]));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
