import { describe, expect, test } from 'vitest';
import { sentences } from './tts-pieces.ts';

const cut = (text: string, maxChars = 200) => [...sentences(text, 'uz', maxChars)];

describe('sentences', () => {
  test('end where a voice pauses', () => {
    expect(cut('Salom! Ismingiz nima?  Men — Ovozman.')).toEqual([
      'Salom!',
      'Ismingiz nima?',
      'Men — Ovozman.',
    ]);
  });

  test('a long one is cut after a clause, else after a word', () => {
    const long = 'Birinchi boʻlak shu yerda tugaydi, ikkinchisi esa undan keyin keladi va davom etadi';
    expect(cut(long, 40)).toEqual([
      'Birinchi boʻlak shu yerda tugaydi,',
      'ikkinchisi esa undan keyin keladi va',
      'davom etadi',
    ]);
  });

  test('a character of two units is never cut in two', () => {
    for (const piece of cut('😀'.repeat(333), 51)) expect(piece.isWellFormed()).toBe(true);
  });

  test.each(['', '   ', '\n\n'])('the blank text %j has none', (text) => {
    expect(cut(text)).toEqual([]);
  });

  test('contain all characters, and none is too long', () => {
    for (const text of ['a'.repeat(5000), 'a, '.repeat(1700), 'Bir. '.repeat(1000), '.'.repeat(5000)]) {
      const pieces = cut(text, 200);
      expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(200);
    }
  });
});
