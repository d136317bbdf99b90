import { expect, test } from 'vitest';
import { TypedTexts } from './typed-texts.ts';

async function* of(...pieces: string[]) {
  yield* pieces;
}

test('a text is read from its pieces', async () => {
  const typed = new TypedTexts();
  expect(await typed.read(of('  Mening ', 'ismim Aziz '))).toBe('Mening ismim Aziz');
  expect(await typed.read(of(' '))).toBeUndefined();
});

test('one without an end is read as far as the page would let it grow, and left', async () => {
  let isLeft = false;
  async function* endless() {
    try {
      while (true) yield 'a'.repeat(15_000);
    } finally {
      isLeft = true;
    }
  }
  expect(await new TypedTexts().read(endless())).toBe('a'.repeat(500));
  expect(isLeft).toBe(true);
});

/** How many of these are read, one each so many milliseconds. */
async function read(count: number, eachMs: number): Promise<number> {
  const typed = new TypedTexts();
  const all = await Promise.all(
    Array.from({ length: count }, (_, at) => typed.read(of('Aziz'), 1e12 + at * eachMs)),
  );
  return all.filter((text) => text !== undefined).length;
}

test('a flood is not answered; a visitor who writes is, up to sixty times in a call', async () => {
  expect(await read(1_000, 1)).toBe(4);
  expect(await read(20, 2_000)).toBe(20);
  expect(await read(100, 2_000)).toBe(60);
});
