import { describe, expect, it } from 'vitest';
import { shortDayAndTime } from '@/lib/time';
import { dayAndTime, exportName, formatMegabytes, recordingName } from './format';

describe('formatMegabytes', () => {
  it('has two decimals in the writing of the language', () => {
    expect(formatMegabytes(1_310_720, 'en')).toBe('1.25');
    expect(formatMegabytes(1_310_720, 'ru')).toBe('1,25');
    expect(formatMegabytes(1_310_720, 'uz')).toBe('1,25');
    expect(formatMegabytes(0, 'en')).toBe('0.00');
    expect(formatMegabytes(50_000, 'en')).toBe('0.05');
  });
});

describe('dayAndTime', () => {
  it('is the time of Tashkent, as each language writes it', () => {
    const iso = '2026-11-20T19:03:00.000Z';
    expect(dayAndTime(iso, 'uz')).toBe('21.11.2026, 00:03');
    expect(dayAndTime(iso, 'ru')).toMatch(/^21 нояб. 2026.*00:03$/);
    expect(dayAndTime(iso, 'en').replace(/\s/gu, ' ')).toBe('Nov 21, 2026, 00:03');
  });

  it('has a 24-hour clock in the short form, too, beginning at 00:00', () => {
    const iso = '2026-11-20T19:03:00.000Z';
    expect(shortDayAndTime(iso, 'uz')).toBe('21.11, 00:03');
    expect(shortDayAndTime(iso, 'en')).toBe('Sat, Nov 21, 00:03');
  });

  it('leaves text that is no date as it is', () => {
    expect(dayAndTime('kecha', 'uz')).toBe('kecha');
  });
});

describe('names of saved files', () => {
  it('names a recording by its phone', () => {
    expect(recordingName('+998901234567')).toBe('+998901234567-conversation.webm');
    expect(recordingName('+998901234567', 'audio/webm;codecs=opus')).toBe('+998901234567-conversation.webm');
  });

  it('keeps the true extension if the browser recorded another container', () => {
    expect(recordingName('+998901234567', 'audio/mp4')).toBe('+998901234567-conversation.m4a');
  });

  it('names the export by the time', () => {
    expect(exportName('json', 1_763_700_000_000)).toBe('leads-1763700000000.json');
    expect(exportName('csv', 1_763_700_000_000)).toBe('leads-1763700000000.csv');
  });
});
