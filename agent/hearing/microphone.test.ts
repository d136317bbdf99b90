import { AudioSource, LocalAudioTrack, Room, RoomEvent, TrackSource } from '@livekit/rtc-node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { log } from '../../lib/server/platform/log.ts';
import { EchoGate } from './echo-gate.ts';
import { Microphone } from './microphone.ts';
import { vadRateHz } from './voice-activity.ts';

it('the microphone is open while a visitor’s track is subscribed; the agent’s track does not count', async () => {
  const room = new Room();
  const source = new AudioSource(vadRateHz, 1);
  const reported: boolean[] = [];
  let frames = 0;
  const microphone = new Microphone(room, new EchoGate(() => false), {
    onFrames: () => frames++,
    onOpenChange: (isOpen) => reported.push(isOpen),
  });
  onTestFinished(async () => {
    microphone.close();
    await source.close();
  });
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  const publication = { source: TrackSource.SOURCE_MICROPHONE, sid: 'TR_microphone' };
  const emit = (event: RoomEvent, identity: string) =>
    Reflect.apply(room.emit, room, [event, track, publication, { identity }]);
  emit(RoomEvent.TrackSubscribed, 'agent-1');
  expect([reported, frames]).toEqual([[], 0]);
  emit(RoomEvent.TrackSubscribed, 'visitor-1');
  expect([reported, frames]).toEqual([[true], 1]);
  const emitMute = (event: RoomEvent, sid: string) =>
    Reflect.apply(room.emit, room, [event, { sid }, { identity: 'visitor-1' }]);
  emitMute(RoomEvent.TrackMuted, 'TR_other');
  emitMute(RoomEvent.TrackMuted, publication.sid);
  emitMute(RoomEvent.TrackUnmuted, publication.sid);
  expect(reported).toEqual([true, false, true]);
  emit(RoomEvent.TrackUnsubscribed, 'visitor-1');
  expect(reported).toEqual([true, false, true, false]);
  Object.assign(publication, { muted: true });
  emit(RoomEvent.TrackSubscribed, 'visitor-1');
  expect(reported.at(-1)).toBe(false);
});

it('a microphone without frames is reopened, but not just after it was unmuted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  const room = new Room();
  const source = new AudioSource(vadRateHz, 1);
  let opened = 0;
  const microphone = new Microphone(room, new EchoGate(() => false), {
    onFrames: () => opened++,
    onOpenChange: () => {},
  });
  onTestFinished(async () => {
    microphone.close();
    vi.useRealTimers();
    warn.mockRestore();
    await source.close();
  });
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  const publication = { source: TrackSource.SOURCE_MICROPHONE, muted: false };
  Reflect.apply(room.emit, room, [RoomEvent.TrackSubscribed, track, publication, { identity: 'visitor-1' }]);
  vi.advanceTimersByTime(3_000);
  publication.muted = true;
  vi.advanceTimersByTime(5_900);
  publication.muted = false;
  vi.advanceTimersByTime(100);
  expect(opened).toBe(1);
  vi.advanceTimersByTime(3_000);
  expect(opened).toBe(2);
});
