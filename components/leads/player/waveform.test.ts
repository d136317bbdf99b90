import { expect, it } from 'vitest';
import { waveformPath } from './waveform';

it('draws the visitor up and the agent down from the middle', () => {
  expect(waveformPath([255, 0], 'visitor')).toBe('M0 50v-50h.7V50zM1 50v-1h.7V50z');
  expect(waveformPath([128], 'agent')).toBe('M0 50v25h.7V50z');
  expect(waveformPath([], 'agent')).toBe('');
});
