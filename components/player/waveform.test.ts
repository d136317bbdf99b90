import { expect, it } from 'vitest';
import type { LeadTurn } from '@/lib/contracts/leads';
import { turnAt, waveformPath } from './waveform';

it('draws the visitor up and the agent down from the middle', () => {
  expect(waveformPath([255, 0], 'visitor')).toBe('M0 50v-50h.7V50zM1 50v-1h.7V50z');
  expect(waveformPath([128], 'agent')).toBe('M0 50v25h.7V50z');
  expect(waveformPath([], 'agent')).toBe('');
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
])('at %s s it is turn %s', (positionS, index) => {
  expect(turnAt(turns, positionS)).toBe(index);
});
