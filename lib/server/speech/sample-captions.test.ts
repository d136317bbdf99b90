import { expect, test } from 'vitest';
import { formatCaptions, parseCaptions } from './sample-captions.ts';

const captions = [
  { speaker: 'agent', text: 'What is your name?', fromS: 0, toS: 1.5 },
  { speaker: 'visitor', text: 'Dilnoza.', fromS: 62.25, toS: 63 },
] as const;

test('parseCaptions reads what formatCaptions writes', () => {
  expect(parseCaptions(formatCaptions(captions, 'Aziza'))).toEqual(captions);
});

test('an owner’s file may have Windows line ends, cue names, hours, two lines and a visitor’s name', () => {
  const vtt = [
    'WEBVTT',
    '',
    'first',
    '00:00:01.000 --> 00:00:02.000 align:start',
    '<v Ovoz>Assalomu',
    'alaykum!</v>',
    '',
    '00:02.000 --> 00:03.000',
    '<v Dilnoza>Salom',
    '',
    '00:09.000 --> 00:08.000',
    'ends before it begins',
  ].join('\r\n');
  expect(parseCaptions(vtt)).toEqual([
    { speaker: 'agent', text: 'Assalomu alaykum!', fromS: 1, toS: 2 },
    { speaker: 'visitor', text: 'Salom', fromS: 2, toS: 3 },
  ]);
});
