import { describe, expect, it } from 'vitest';
import {
  initialPlayerState,
  playbackOf,
  playerReducer,
  type PlayerEvent,
  type PlayerState,
} from './player-state';

function after(...events: PlayerEvent[]): PlayerState {
  return events.reduce(playerReducer, initialPlayerState);
}

const opened: PlayerEvent = { type: 'opened', recordingId: 'a', positionS: 4 };
const started: PlayerEvent = { type: 'started' };
const paused: PlayerEvent = { type: 'paused' };

describe('playing', () => {
  it('opens, loads, plays, stalls and pauses', () => {
    expect(after(opened)).toMatchObject({ recordingId: 'a', playback: { phase: 'paused', positionS: 4 } });
    expect(after(opened, { type: 'play_requested' }).playback.phase).toBe('loading');
    expect(after(opened, { type: 'play_requested' }, started).playback.phase).toBe('playing');
    expect(after(opened, started, { type: 'stalled' }).playback.phase).toBe('loading');
    expect(after(opened, started, paused).playback.phase).toBe('paused');
  });

  it('waits for data only while it plays', () => {
    expect(after(opened, { type: 'stalled' }).playback.phase).toBe('paused');
  });

  it('stays failed when the element also pauses, until another try', () => {
    const failed = after(opened, { type: 'failed' }, paused);
    expect(failed.playback.phase).toBe('failed');
    expect(playerReducer(failed, { type: 'play_requested' }).playback.phase).toBe('loading');
  });

  it('ignores the endless length of an unfinished WebM file', () => {
    const endless = after(opened, { type: 'duration_changed', durationS: Number.POSITIVE_INFINITY });
    expect(endless.playback.durationS).toBeNull();
    expect(after(opened, { type: 'duration_changed', durationS: 61.5 }).playback.durationS).toBe(61.5);
  });
});

describe('one recording at a time', () => {
  it('remembers the position of the previous one, as paused', () => {
    const state = after(
      opened,
      { type: 'duration_changed', durationS: 12 },
      started,
      { type: 'moved', positionS: 7 },
      { type: 'opened', recordingId: 'b', positionS: 0 },
    );
    expect(playbackOf(state, 'a')).toEqual({ phase: 'paused', positionS: 7, durationS: 12 });
    expect(playbackOf(state, 'b')).toEqual({ phase: 'paused', positionS: 0, durationS: null });
    expect(playbackOf(state, 'c').phase).toBe('idle');
  });

  it('restarts a recording that was heard to its end', () => {
    const state = after(
      opened,
      { type: 'duration_changed', durationS: 12 },
      { type: 'moved', positionS: 12 },
      { type: 'opened', recordingId: 'b', positionS: 0 },
    );
    expect(playbackOf(state, 'a').positionS).toBe(0);
  });

  it('returns the same object for a recording whose state did not change', () => {
    const state = after(opened, { type: 'opened', recordingId: 'b', positionS: 0 });
    const later = playerReducer(state, { type: 'moved', positionS: 1 });
    expect(playbackOf(later, 'a')).toBe(playbackOf(state, 'a'));
    expect(playbackOf(later, 'c')).toBe(playbackOf(state, 'c'));
  });

  it('removes a deleted recording', () => {
    const state = after(opened, started, { type: 'discarded', recordingId: 'a' });
    expect(state.recordingId).toBeNull();
    expect(playbackOf(state, 'a').phase).toBe('idle');
    const other = after(opened, started, { type: 'discarded', recordingId: 'b' });
    expect(other.playback.phase).toBe('playing');
  });
});

describe('volume, mute and speed', () => {
  it('rounds the volume to steps of 0.1 from 0 to 1', () => {
    expect(after({ type: 'volume_set', volume: 0.1 + 0.2 }).settings.volume).toBe(0.3);
    expect(after({ type: 'volume_set', volume: 7 }).settings.volume).toBe(1);
    expect(after({ type: 'volume_set', volume: -1 }).settings).toMatchObject({ volume: 0, muted: true });
  });

  it('is unmuted with an audible volume', () => {
    expect(after({ type: 'mute_toggled' }).settings).toMatchObject({ muted: true, volume: 1 });
    const quiet = after({ type: 'volume_set', volume: 0.4 }, { type: 'mute_toggled' });
    expect(quiet.settings).toMatchObject({ muted: true, volume: 0.4 });
    const silent = after({ type: 'volume_set', volume: 0 }, { type: 'mute_toggled' });
    expect(silent.settings).toMatchObject({ muted: false, volume: 1 });
  });

  it('applies the settings to the next recording, too', () => {
    const state = after({ type: 'speed_set', speed: 1.5 }, { type: 'volume_set', volume: 0.5 }, opened);
    expect(state.settings).toMatchObject({ speed: 1.5, volume: 0.5 });
  });
});
