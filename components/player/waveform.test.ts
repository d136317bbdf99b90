import { expect, it } from 'vitest';
import type { LeadTurn } from '@/lib/contracts/leads';
import { fewerBars, turnAt, waveformPath } from './waveform';

it('draws bars up and down from the middle', () => {
  expect(waveformPath([255, 0], 'up')).toBe('M0 50v-50h.7V50zM1 50v-1h.7V50z');
  expect(waveformPath([128], 'down')).toBe('M0 50v25h.7V50z');
  expect(waveformPath([], 'down')).toBe('');
});

it('draws at most as many bars as there is room for, each as loud as its part', () => {
  expect(fewerBars([1, 7, 2, 3, 0, 9, 4], 3)).toEqual([7, 3, 9]);
  expect(fewerBars([1, 7], 3)).toEqual([1, 7]);
});

const turns: LeadTurn[] = [
  { speaker: 'agent', fromS: 1, toS: 4, text: 'a' },
  { speaker: 'visitor', fromS: 3.5, toS: 6, text: null },
  { speaker: 'agent', fromS: 8, toS: 9, text: 'b' },
];

it.each([
  [0, null],
  [1, 0],
  [3.9, 1],
  [6, null],
  [8.5, 2],
  [100, null],
])('at %s s the turn is %s', (positionS, index) => {
  expect(turnAt(turns, positionS)).toBe(index);
});
