import { describe, expect, it } from 'vitest';
import { exportName, megabytes, recordingName } from './format';

describe('megabytes', () => {
  it('has two decimals in the writing of the language', () => {
    expect(megabytes(1_310_720, 'en')).toBe('1.25');
    expect(megabytes(1_310_720, 'ru')).toBe('1,25');
    expect(megabytes(1_310_720, 'uz')).toBe('1,25');
    expect(megabytes(0, 'en')).toBe('0.00');
    expect(megabytes(50_000, 'en')).toBe('0.05');
  });
});

describe('names of saved files', () => {
  it('names a recording by its phone', () => {
    expect(recordingName('+998901234567')).toBe('+998901234567-conversation.webm');
    expect(recordingName('+998901234567', 'audio/webm;codecs=opus')).toBe('+998901234567-conversation.webm');
  });

  it('keeps the ending honest where the browser recorded another container', () => {
    expect(recordingName('+998901234567', 'audio/mp4')).toBe('+998901234567-conversation.m4a');
  });

  it('names the export by the time', () => {
    expect(exportName(1_763_700_000_000)).toBe('leads-1763700000000.json');
  });
});
