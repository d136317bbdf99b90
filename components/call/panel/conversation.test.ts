import { expect, test } from 'vitest';
import { waveOf } from './conversation';

test('the waveform of a resumed call is as long as its sound, and silent before the reload', () => {
  const afterReload = { voice: [0.2, 0.4], agentVoice: [0, 1] };
  expect(waveOf({ durationMs: 500, ...afterReload })).toEqual({
    visitor: [0, 0, 0, 51, 102],
    agent: [0, 0, 0, 0, 255],
  });
  expect(waveOf({ durationMs: 200, ...afterReload })).toEqual({ visitor: [51, 102], agent: [0, 255] });
});
