const headerBytes = 27;

/** An Ogg file up to its last whole page (RFC 3533, 6): a recorder that was stopped short leaves part of one. */
export function wholeOggPages(bytes: Uint8Array): Uint8Array {
  let end = 0;
  while (end + headerBytes <= bytes.length) {
    const segments = bytes[end + 26] ?? 0;
    const table = bytes.subarray(end + headerBytes, end + headerBytes + segments);
    const next = end + headerBytes + segments + table.reduce((size, lacing) => size + lacing, 0);
    if (next > bytes.length) break;
    end = next;
  }
  return bytes.subarray(0, end);
}
