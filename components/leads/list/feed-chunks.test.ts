import { describe, expect, it } from 'vitest';
import { feedChunks } from './lead-feed';

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

describe('feedChunks', () => {
  it('covers the list once, in order', () => {
    for (const count of [0, 1, 4, 5, 6, 43, 200]) {
      const chunks = feedChunks(numbers(count));
      expect(chunks.flatMap((chunk) => chunk.items)).toEqual(numbers(count));
      for (const { start, items } of chunks) expect(items[0]).toBe(start);
    }
  });

  it('leaves every card in its chunk when a new one comes at the head', () => {
    const before = feedChunks(numbers(43));
    const after = feedChunks([-1, ...numbers(43)]);
    expect(after.map((chunk) => chunk.fromEnd)).toEqual(before.map((chunk) => chunk.fromEnd));
    expect(after.slice(1).map((chunk) => chunk.items)).toEqual(before.slice(1).map((chunk) => chunk.items));
    expect(after[0]?.items).toEqual([-1, ...(before[0]?.items ?? [])]);
  });
});
