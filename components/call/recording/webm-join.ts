import {
  type Element,
  clusterId,
  clusterTimestampId,
  elements,
  simpleBlockId,
  unsigned,
  webmLengthMs,
} from './webm-length';

/** A whole WebM/Opus file of MediaRecorder's, and when it began in the recording. */
export interface RecordedPart {
  bytes: ArrayBuffer;
  atMs: number;
}

/** Opus packets last this long; the one of silence is stereo, its size and contents are the codec's own. */
const packetMs = 20;
const silence = [0xfc, 0xff, 0xfe];
/** A block's time is 16 bit, counted from its cluster's. */
const clusterMs = 10_000;

/**
 * One file of several recordings of one call: the page was reloaded in between. The pauses are filled with silence, because players stop at a gap.
 * One part's head holds for all, as one browser recorded them: one of two channels where there is any, because under a head of one the agent's would
 * be mixed into the visitor's. A microphone recorded without a graph has one.
 */
export function joinWebm(parts: readonly RecordedPart[]): Blob {
  const pieces: BlobPart[] = [];
  let head = { bytes: new ArrayBuffer(), channels: -1 };
  let endMs = 0;
  /** Chromium's is 1, Firefox's 2; it stands first in each block. */
  let track = 0x81;
  for (const [index, { bytes, atMs }] of parts.entries()) {
    const view = new DataView(bytes);
    const all = [...elements(view)];
    // A killed tab's file may end in the middle of a block.
    const wholeTo = all.at(-1)?.to ?? 0;
    const clusters = all.filter(({ id }) => id === clusterId);
    const fromMs = index === 0 ? 0 : Math.max(endMs, Math.round(atMs));
    const block = all.find(({ id }) => id === simpleBlockId);
    if (block) track = view.getUint8(block.from);
    const channels = channelsOf(bytes);
    if (channels > head.channels) head = { bytes: bytes.slice(0, clusters[0]?.at ?? wholeTo), channels };
    if (index > 0) pieces.push(...silentClusters(endMs, fromMs, track));
    for (const [place, cluster] of clusters.entries()) {
      const time = timeOf(all, cluster);
      if (time === undefined) continue;
      const timeMs = fromMs + unsigned(view, time.from, time.to);
      const blocks = bytes.slice(time.to, clusters[place + 1]?.at ?? wholeTo);
      pieces.push(clusterHead(timeMs, blocks.byteLength), blocks);
    }
    endMs = fromMs + Math.ceil(webmLengthMs(bytes) ?? 0);
  }
  return new Blob([head.bytes, ...pieces]);
}

/** Read from the codec's header, RFC 7845, 5.1. */
function channelsOf(bytes: ArrayBuffer): number {
  const start = new Uint8Array(bytes.slice(0, 1024));
  const at = new TextDecoder('latin1').decode(start).indexOf('OpusHead');
  return at < 0 ? 0 : (start[at + 9] ?? 0);
}

function timeOf(all: readonly Element[], cluster: Element): Element | undefined {
  return all.find(({ id, at }) => id === clusterTimestampId && at >= cluster.from);
}

/** The beginning of a cluster, up to its first block. */
function clusterHead(timeMs: number, blockBytes: number): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(22));
  head.setUint32(0, clusterId);
  // Sizes of eight bytes, as their first byte says: the cluster's, and the time's.
  head.setBigUint64(4, 0x0100000000000000n + BigInt(head.byteLength - 12 + blockBytes));
  head.setUint8(12, clusterTimestampId);
  head.setUint8(13, 0x88);
  head.setBigUint64(14, BigInt(timeMs));
  return new Uint8Array(head.buffer);
}

function* silentClusters(fromMs: number, toMs: number, track: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let cluster = fromMs; cluster < toMs; cluster += clusterMs) {
    const packets = Math.floor((Math.min(cluster + clusterMs, toMs) - cluster) / packetMs);
    const blocks = Array.from({ length: packets }, (_, packet) => {
      const time = packet * packetMs;
      return Uint8Array.of(
        simpleBlockId,
        0x80 + 4 + silence.length,
        track,
        time >> 8,
        time & 255,
        0x80,
        ...silence,
      );
    });
    yield clusterHead(
      cluster,
      blocks.reduce((bytes, block) => bytes + block.length, 0),
    );
    yield* blocks;
  }
}
