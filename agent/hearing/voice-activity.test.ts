import { describe, expect, it } from 'vitest';
import type { VoiceChange } from '../conversation/events.ts';
import { timing } from '../conversation/timing.ts';
import { VoiceActivity } from './voice-activity.ts';

const windowMs = 32;

/** Pushes one window for each probability, and returns the changes. The first window ends at `windowMs`. */
function listen(probabilities: number[]): VoiceChange[] {
  const activity = new VoiceActivity();
  return probabilities.flatMap((probability, index) => {
    const change = activity.push(probability, (index + 1) * windowMs);
    return change === undefined ? [] : [change];
  });
}

/** Only the beginnings and ends of speech. */
function edges(probabilities: number[]): VoiceChange[] {
  return listen(probabilities).filter(({ type }) => type === 'voice_started' || type === 'voice_ended');
}

function windows(count: number, probability: number): number[] {
  return Array.from({ length: count }, () => probability);
}

const openWindows = Math.ceil(timing.voiceOpensMs / windowMs);
const closeWindows = Math.ceil(timing.voiceClosesMs / windowMs);

describe('voice activity', () => {
  it('reports when speech began and ended, not when that was detected', () => {
    expect(edges([...windows(10, 0), ...windows(20, 0.9), ...windows(closeWindows, 0)])).toEqual([
      { type: 'voice_started', fromMs: 10 * windowMs },
      { type: 'voice_ended', fromMs: 10 * windowMs, toMs: 30 * windowMs, voicedMs: 20 * windowMs },
    ]);
  });

  it('does not count a click as speech', () => {
    expect(listen([...windows(5, 0), ...windows(openWindows - 1, 0.99), ...windows(20, 0)])).toEqual([]);
  });

  it('does not end speech in a pause shorter than `voiceClosesMs`', () => {
    const changes = edges([
      ...windows(10, 0.9),
      ...windows(closeWindows - 1, 0.1),
      ...windows(10, 0.9),
      ...windows(closeWindows, 0.1),
    ]);
    expect(changes.map(({ type }) => type)).toEqual(['voice_started', 'voice_ended']);
  });

  it('continues speech at a lower probability, but does not begin it', () => {
    expect(listen(windows(50, 0.4))).toEqual([]);
    expect(edges([...windows(5, 0.9), ...windows(50, 0.4)]).map(({ type }) => type)).toEqual([
      'voice_started',
    ]);
  });

  it('reports how much of the speech was voiced, without its pauses', () => {
    const pause = windows(closeWindows - 1, 0);
    expect(listen([...windows(5, 0.9), ...pause, ...windows(3, 0.9)]).at(-1)).toEqual({
      type: 'voiced',
      voicedMs: 8 * windowMs,
    });
  });

  it('reports how long a pause within speech is', () => {
    expect(listen([...windows(5, 0.9), ...windows(3, 0)]).at(-1)).toEqual({
      type: 'silent',
      silentMs: 3 * windowMs,
      voicedMs: 5 * windowMs,
    });
  });

  it('ends very long speech, which begins again at once', () => {
    const changes = edges(windows(Math.ceil(timing.longestUtteranceMs / windowMs) + openWindows, 0.9));
    expect(changes.map(({ type }) => type)).toEqual(['voice_started', 'voice_ended', 'voice_started']);
  });

  it('ends once when frames stop arriving', () => {
    const activity = new VoiceActivity();
    for (let at = 1; at <= 5; at++) activity.push(0.9, at * windowMs);
    expect(activity.close(200)).toEqual({
      type: 'voice_ended',
      fromMs: 0,
      toMs: 200,
      voicedMs: 5 * windowMs,
    });
    expect(activity.close(200)).toBeUndefined();
    expect(activity.push(0, 300)).toBeUndefined();
  });
});
