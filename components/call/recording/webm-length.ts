// Element IDs of Matroska (RFC 9559).
const segmentId = 0x18538067;
const infoId = 0x1549a966;
const durationId = 0x4489;
const timestampScaleId = 0x2ad7b1;
export const clusterTimestampId = 0xe7;
export const simpleBlockId = 0xa3;
const blockId = 0xa1;
export const clusterId = 0x1f43b675;
const parentIds = new Set([segmentId, infoId, clusterId, 0xa0]);

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

/**
 * The file with its length written into it, without which players show none and cannot seek: in the place of a Duration that stands in
 * its head, or as a new one. A file without a head is given back as it is.
 */
export function withWebmLength(bytes: ArrayBuffer, lengthMs: number): BlobPart[] {
  const view = new DataView(bytes);
  let scaleNs = defaultScaleNs;
  let segment: Element | undefined;
  let info: Element | undefined;
  let duration: Element | undefined;
  for (const element of elements(view)) {
    if (element.id === clusterId) break;
    if (element.id === timestampScaleId) scaleNs = unsigned(view, element.from, element.to);
    if (element.id === segmentId) segment = element;
    if (element.id === infoId) info = element;
    if (element.id === durationId) duration = element;
  }
  const length = (lengthMs * 1e6) / scaleNs;
  if (segment === undefined || info === undefined) return [bytes];
  if (duration !== undefined) {
    const written = new DataView(bytes.slice());
    if (duration.to - duration.from === 4) written.setFloat32(duration.from, length);
    else written.setFloat64(duration.from, length);
    return [written.buffer];
  }
  // The size of Info in eight bytes, as its first one says, and in it the Duration; the segment's size is unknown then, as in a stream.
  const head = new DataView(new ArrayBuffer(4 + 8 + 11));
  head.setUint32(0, infoId);
  head.setBigUint64(4, 0x0100000000000000n + BigInt(vint(view, info.at + 4, info.from) + 11));
  head.setUint16(12, durationId);
  head.setUint8(14, 0x88);
  head.setFloat64(15, length);
  const before = new Uint8Array(bytes.slice(0, info.at));
  before.fill(0xff, segment.at + 4, segment.from);
  before[segment.at + 4] = 0xff >> (segment.from - segment.at - 5);
  return [before, head.buffer, bytes.slice(info.from)];
}

export interface Element {
  id: number;
  /** Its own beginning; its content goes from `from` to `to`. */
  at: number;
  from: number;
  to: number;
}

/** The elements in order, with those inside elements of unknown length; stops where the bytes end. */
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
    const to = from + vint(view, sizeAt, from);
    if (to > view.byteLength) return;
    yield { id, at, from, to };
    at = to;
  }
}

/** The length of an EBML number is the place of the first bit of its first byte. */
function vintLength(first: number): number {
  return Math.clz32(first) - 23;
}

/** An EBML number without the bit of its length: with it, eight bytes (Firefox) would be too large to be exact. */
function vint(view: DataView, from: number, to: number): number {
  const first = view.getUint8(from) & (0xff >> (to - from));
  return first * 256 ** (to - from - 1) + unsigned(view, from + 1, to);
}

export function unsigned(view: DataView, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 256 + view.getUint8(at);
  return value;
}
