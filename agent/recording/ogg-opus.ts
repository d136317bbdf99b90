import { randomInt } from 'node:crypto';
import { pcmRateHz } from '../../lib/server/audio/pcm.ts';

// Ogg pages (RFC 3533) of Opus packets (RFC 7845).

/** Ogg counts Opus in samples at this rate, whatever the sound's own rate is. */
const granuleRateHz = 48_000;
export const packetMs = 20;
export const channels = 2;
const headerBytes = 27;
/** A header, 255 lengths, and 255 segments of 255 bytes. */
export const longestPageBytes = headerBytes + 255 + 255 * 255;
const granuleOffset = 6;
const checksumOffset = 22;
const pageMark = Buffer.from('OggS');
const firstPageFlag = 2;

/** Writes one stereo stream page by page. A file that ends after any page can be played. */
export class OggOpus {
  readonly #preSkip: number;
  readonly #serial = randomInt(2 ** 32);
  #pageCount = 0;
  #granule = 0;

  /** @param preSkip the encoder's delay, in samples at 48 kHz */
  constructor(preSkip: number) {
    this.#preSkip = preSkip;
  }

  /** The pages before the sound. */
  head(): Buffer {
    const head = Buffer.alloc(19);
    head.write('OpusHead');
    head.writeUInt8(1, 8);
    head.writeUInt8(channels, 9);
    head.writeUInt16LE(this.#preSkip, 10);
    head.writeUInt32LE(pcmRateHz, 12);
    const tags = Buffer.alloc(20);
    tags.write('OpusTags');
    tags.writeUInt32LE(4, 8);
    tags.write('ovoz', 12);
    return Buffer.concat([this.#page([head], firstPageFlag), this.#page([tags])]);
  }

  /** A page of packets; two seconds of speech at most. */
  page(packets: readonly Uint8Array[]): Buffer {
    this.#granule += (packets.length * packetMs * granuleRateHz) / 1000;
    return this.#page(packets);
  }

  #page(packets: readonly Uint8Array[], type = 0): Buffer {
    const lacing = packets.flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / 255)).fill(255),
      length % 255,
    ]);
    if (lacing.length > 255) throw new RangeError('too much for a page');
    const header = Buffer.alloc(headerBytes);
    pageMark.copy(header);
    header.writeUInt8(type, 5);
    header.writeBigUInt64LE(BigInt(this.#granule), granuleOffset);
    header.writeUInt32LE(this.#serial, 14);
    header.writeUInt32LE(this.#pageCount++, 18);
    header.writeUInt8(lacing.length, 26);
    const page = Buffer.concat([header, Buffer.from(lacing), ...packets]);
    page.writeUInt32LE(checksum(page), checksumOffset);
    return page;
  }
}

/**
 * Returns the length of a file that OggOpus has written.
 * @param end the last bytes of the file, with the whole last page
 */
export function oggDurationS(end: Buffer): number {
  const lastPageStart = end.lastIndexOf(pageMark);
  if (lastPageStart < 0 || end.length < lastPageStart + headerBytes) return 0;
  const granule = Number(end.readBigUInt64LE(lastPageStart + granuleOffset));
  return granule / granuleRateHz;
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = byte << 24;
  for (let bit = 0; bit < 8; bit++) bits = bits & 0x80000000 ? (bits << 1) ^ 0x04c11db7 : bits << 1;
  return bits;
});

function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (checksums[(sum >>> 24) ^ byte] ?? 0)) >>> 0;
  return sum;
}
