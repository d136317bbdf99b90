const prime = 0x01000193;

/**
 * The trace id of a call (W3C Trace Context). Every part derives it from the room's name, so nobody has to pass it on. FNV-1a,
 * because browsers have no synchronous SHA-256.
 */
export function traceIdOf(room: string): string {
  return hash(room, 4);
}

/** The id of the whole call's span. Children may name it before it is written at the end of the call. */
export function rootSpanIdOf(room: string): string {
  return hash(`call ${room}`, 2);
}

export function traceparentOf(room: string, spanId: string): string {
  return `00-${traceIdOf(room)}-${spanId}-01`;
}

export function createSpanId(): string {
  return hex(crypto.getRandomValues(new Uint32Array(2)));
}

function hash(text: string, words: number): string {
  return hex(
    Array.from({ length: words }, (_, word) => {
      let value = 0x811c9dc5 ^ Math.imul(word + 1, prime);
      for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), prime);
      // Room names differ mostly at the end, so their last characters must change the high bits too.
      value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
      value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
      return (value ^ (value >>> 16)) >>> 0;
    }),
  );
}

function hex(words: Iterable<number>): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
