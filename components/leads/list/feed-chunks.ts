/** How many cards are drawn and dropped together. */
const chunkSize = 5;

export interface FeedChunk<Item> {
  /** Counted from the end of the list, so that a new item at its head moves no card into another chunk. */
  fromEnd: number;
  /** The place of the first item in the list. */
  start: number;
  items: Item[];
}

/** Cuts a list, the newest first, into chunks; the first one holds what the others leave. */
export function feedChunks<Item>(items: readonly Item[]): FeedChunk<Item>[] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, i) => {
    const fromEnd = count - 1 - i;
    const end = items.length - fromEnd * chunkSize;
    const start = Math.max(0, end - chunkSize);
    return { fromEnd, start, items: items.slice(start, end) };
  });
}
