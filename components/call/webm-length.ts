// Element IDs of Matroska (RFC 9559) that lead to the times of the blocks.
const timestampScaleId = 0x2ad7b1;
export const clusterTimestampId = 0xe7;
const simpleBlockId = 0xa3;
const blockId = 0xa1;
export const clusterId = 0x1f43b675;
const parentIds = new Set([0x18538067, 0x1549a966, clusterId, 0xa0]);

const defaultScaleNs = 1_000_000;

/**
 * How long the sound in a WebM file lasts, in milliseconds, as its blocks say: MediaRecorder writes no duration, and a
 * clock beside it counts seconds in which a busy machine recorded nothing. Null when the bytes hold no blocks.
 */
export function webmLengthMs(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  let scaleNs = defaultScaleNs;
  let cluster = 0;
  let previous = 0;
  let last: number | null = null;
  for (const { id, from, to } of elements(view)) {
    if (id === timestampScaleId) scaleNs = unsigned(view, from, to);
    if (id === clusterTimestampId) cluster = unsigned(view, from, to);
    if ((id === simpleBlockId || id === blockId) && to - from > 3) {
      previous = last ?? 0;
      last = cluster + view.getInt16(from + vintLength(view.getUint8(from)));
    }
  }
  // The last block lasts as long as the one before it.
  return last === null ? null : ((2 * last - previous) * scaleNs) / 1e6;
}

export interface Element {
  id: number;
  /** Its own beginning; its content goes from `from` to `to`. */
  at: number;
  from: number;
  to: number;
}

/** The elements in order, those inside others included, whose own end is not told; ends quietly where the bytes end. */
export function* elements(view: DataView): Generator<Element> {
  let at = 0;
  while (at + 2 < view.byteLength) {
    const idLength = vintLength(view.getUint8(at));
    const sizeAt = at + idLength;
    if (sizeAt >= view.byteLength) return;
    const sizeLength = vintLength(view.getUint8(sizeAt));
    const from = sizeAt + sizeLength;
    if (idLength > 4 || sizeLength > 8 || from > view.byteLength) return;
    const id = unsigned(view, at, sizeAt);
    if (parentIds.has(id)) {
      yield { id, at, from, to: from };
      at = from;
      continue;
    }
    const to = from + unsigned(view, sizeAt, from) - 2 ** (7 * sizeLength);
    if (to > view.byteLength) return;
    yield { id, at, from, to };
    at = to;
  }
}

/** The length of an EBML number, which its first byte tells: the place of its first bit. */
function vintLength(first: number): number {
  return Math.clz32(first) - 23;
}

export function unsigned(view: DataView, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 256 + view.getUint8(at);
  return value;
}
