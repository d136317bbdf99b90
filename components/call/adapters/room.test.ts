import { expect, test, vi } from 'vitest';
import { DisconnectReason, RoomEvent, TrackEvent } from 'livekit-client';
import { closedByOffice, heardAttribute, liveKitNames, operatorIdentityPrefix } from '@/lib/contracts/token';
import type { CaptionNews } from '../captions';
import type { MicrophoneEvent, LiveRoomEvent } from '../chart/events';
import { LiveRoom } from './room';

const livekit = vi.hoisted(() => {
  type EmitterListener = (...args: unknown[]) => void;
  class Emitter {
    readonly #listeners: { event: string; listener: EmitterListener }[] = [];
    on(event: string, listener: EmitterListener) {
      this.#listeners.push({ event, listener });
      return this;
    }
    emit(event: string, ...args: unknown[]) {
      for (const one of this.#listeners) if (one.event === event) one.listener(...args);
    }
  }
  class FakeRoom extends Emitter {
    remoteParticipants = new Map<string, object>();
    activeSpeakers: { identity: string }[] = [];
    localParticipant = {
      identity: 'visitor-1',
      publishTrack: async ({ isMuted }: { isMuted: boolean }) => void published.push({ isMuted }),
      sendText: async (text: string) => {
        if (text === 'unsendable') throw new Error('no network');
      },
    };
    constructor() {
      super();
      rooms.push(this);
    }
    async connect() {}
    async disconnect() {}
    canPlaybackAudio = true;
    metadata: string | undefined;
    startAudio = async () => {
      for (const element of elements) await element.play();
    };
    removeAllListeners() {}
    onTextStream?: (reader: object, from: { identity: string }) => void;
    registerTextStreamHandler(_topic: string, handler: FakeRoom['onTextStream']) {
      this.onTextStream = handler;
    }
  }
  /** Behaves like livekit-client's: a muted track opens its device when it is unmuted. */
  class FakeMicrophone extends Emitter {
    mediaStreamTrack = {
      readyState: 'live',
      muted: false,
      getSettings: () => ({ deviceId: hardware.openedDevice }),
      onmute: () => {},
      onunmute: () => {},
    };
    isMuted = false;
    isUpstreamPaused = false;
    constructor() {
      super();
      microphones.push(this);
    }
    #unmuting = Promise.resolve();
    async mute() {
      if (this.isMuted) return;
      this.isMuted = true;
      this.emit('muted', this);
    }
    unmute() {
      const unmuting = this.#unmuting.then(async () => {
        if (!this.isMuted) return;
        if (this.mediaStreamTrack.readyState === 'ended') await this.restartTrack();
        this.isMuted = false;
      });
      this.#unmuting = unmuting.catch(() => {});
      return unmuting;
    }
    async setDeviceId(deviceId: string) {
      hardware.pickedDevice = deviceId;
      if (!this.isMuted) await this.restartTrack();
    }
    async restartTrack() {
      this.mediaStreamTrack.readyState = 'ended';
      await Promise.resolve();
      await hardware.opening;
      if (!hardware.hasMicrophone && hardware.pickedDevice === '') throw new Error('no microphone');
      hardware.restarts++;
      hardware.openedDevice = hardware.insteadOfPicked ?? hardware.pickedDevice;
      this.mediaStreamTrack.readyState = 'live';
      this.emit('restarted', this);
    }
    stop() {}
    /** Simulates that the device disappears and the room finds no other one. */
    async lose() {
      hardware.hasMicrophone = false;
      this.mediaStreamTrack.readyState = 'ended';
      this.emit('ended', this);
      if (published.length > 0) await this.mute();
    }
  }
  /** The element that plays the agent, which a phone pauses. */
  class Element {
    paused = false;
    isRefused = false;
    onpause = () => {};
    onplaying = () => {};
    pause() {
      this.paused = true;
      this.onpause();
    }
    async play() {
      if (this.isRefused) throw new Error('refused');
      this.paused = false;
      this.onplaying();
    }
  }
  const elements: Element[] = [];
  const rooms: FakeRoom[] = [];
  const microphones: FakeMicrophone[] = [];
  const published: { isMuted: boolean }[] = [];
  const newHardware = () => ({
    hasMicrophone: true,
    pickedDevice: '',
    openedDevice: 'of the prompt',
    insteadOfPicked: undefined as string | undefined,
    restarts: 0,
    opening: Promise.resolve(),
  });
  const hardware = newHardware();
  return {
    Element,
    FakeMicrophone,
    FakeRoom,
    elements,
    rooms,
    microphones,
    newHardware,
    hardware,
    published,
  };
});

vi.mock('livekit-client', async (original) => ({
  ...(await original<object>()),
  Room: livekit.FakeRoom,
  createLocalAudioTrack: async () => new livekit.FakeMicrophone(),
}));

/** @param prepare changes the microphone before the room is created */
async function openRoom(
  prepare: (track: { mediaStreamTrack: { readyState: string } }) => void = () => undefined,
) {
  livekit.published.length = 0;
  Object.assign(livekit.hardware, livekit.newHardware());
  const devices = new EventTarget();
  vi.stubGlobal('navigator', { mediaDevices: devices });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const { openMicrophone } = await import('./microphone');
  const events: (LiveRoomEvent | MicrophoneEvent)[] = [];
  const words: CaptionNews[] = [];
  const track = await openMicrophone();
  prepare(track);
  const room = new LiveRoom(track, {
    emit: (event) => void events.push(event),
    caption: (news) => void words.push(news),
  });
  const [server, microphone] = [livekit.rooms.at(-1), livekit.microphones.at(-1)];
  if (!server || !microphone) throw new Error('no room');
  const plugIn = () => {
    livekit.hardware.hasMicrophone = true;
    devices.dispatchEvent(new Event('devicechange'));
  };
  const showPage = () => page.dispatchEvent(new Event('visibilitychange'));
  return { room, server, events, words, microphone, plugIn, showPage };
}

test('a microphone that comes back while the visitor is muted stays muted', async () => {
  const { room, microphone, events, plugIn } = await openRoom();
  await room.publishMicrophone();
  await microphone.lose();
  await room.setMuted(true);
  await room.setMuted(false);
  expect(events.at(-1)).toEqual({ type: 'microphone.lost', isDenied: false });
  plugIn();
  expect(microphone.isMuted).toBe(true);
  await room.setMuted(false);
  expect(microphone.isMuted).toBe(false);
});

test('a visitor who is muted before the microphone is published stays muted', async () => {
  const { room } = await openRoom();
  await room.setMuted(true);
  await room.publishMicrophone();
  await room.setMuted(false);
  await room.publishMicrophone();
  expect(livekit.published).toEqual([{ isMuted: true }, { isMuted: false }]);
});

test('a microphone that is lost before it is published comes back with the device', async () => {
  const { room, microphone, plugIn } = await openRoom();
  await microphone.lose();
  await room.publishMicrophone();
  expect(livekit.published).toEqual([{ isMuted: true }]);
  plugIn();
  await expect.poll(() => microphone.isMuted).toBe(false);
});

test('a microphone that ended before the room was created comes back with the device', async () => {
  const { room, microphone, events, plugIn } = await openRoom(endSilently);
  await room.publishMicrophone();
  expect(events).toContainEqual({ type: 'microphone.lost', isDenied: false });
  plugIn();
  await expect.poll(() => microphone.isMuted).toBe(false);
  await room.leave();
});

test('another microphone that is picked for a lost one is unmuted, unless the visitor is muted', async () => {
  const { room, microphone } = await openRoom();
  await room.publishMicrophone();
  await microphone.lose();
  expect(await room.useDevice('audioinput', 'another')).toBe(true);
  expect(microphone.isMuted).toBe(false);
  expect(livekit.hardware.restarts).toBe(1);

  await room.setMuted(true);
  await room.useDevice('audioinput', 'a third');
  expect(microphone.isMuted).toBe(true);
});

test('a microphone that is back is not restarted by another change of the devices', async () => {
  const { room, microphone, plugIn } = await openRoom();
  await room.publishMicrophone();
  livekit.hardware.hasMicrophone = false;
  await room.useDevice('audioinput', '');
  for (let change = 0; change < 3; change++) plugIn();
  await expect.poll(() => microphone.isMuted).toBe(false);
  plugIn();
  await room.setMuted(false);
  expect(livekit.hardware.restarts).toBe(1);
});

test('a microphone that livekit-client loses in a restart, or that cannot be opened, is reported as lost and comes back', async () => {
  const { room, microphone, events, plugIn } = await openRoom();
  const lost = { type: 'microphone.lost', isDenied: false };
  await room.publishMicrophone();
  await microphone.mute();
  await expect.poll(() => events.splice(0)).toEqual([lost]);
  plugIn();
  await expect.poll(() => microphone.isMuted).toBe(false);

  livekit.hardware.hasMicrophone = false;
  expect(await room.useDevice('audioinput', '')).toBe(false);
  await expect.poll(() => events.at(-1)).toEqual(lost);
  plugIn();
  await expect.poll(() => events.at(-1)?.type).toBe('microphone.restarted');
});

test.each(['stopVoices', 'leave'] as const)('no microphone is opened any more after %s()', async (end) => {
  const { room, microphone, plugIn } = await openRoom();
  await room.publishMicrophone();
  await microphone.lose();
  await room[end]();
  const unmute = vi.spyOn(microphone, 'unmute');
  plugIn();
  expect(unmute).not.toHaveBeenCalled();
});

test('what livekit-client restores after the end is neither heard nor recorded', async () => {
  const { room, server, microphone } = await openRoom();
  await room.publishMicrophone();
  room.stopVoices();
  const stop = vi.spyOn(microphone, 'stop');
  await microphone.restartTrack();
  expect(stop).toHaveBeenCalledOnce();
  const attach = vi.fn();
  server.emit('trackSubscribed', { kind: 'audio', attach }, {}, { identity: 'agent-1' });
  expect(attach).not.toHaveBeenCalled();
});

test('the captions stop with the voice when the visitor ends the call', async () => {
  const { room, server, words } = await openRoom();
  const stream = new TransformStream<string, string>();
  const agent = stream.writable.getWriter();
  const reader = Object.assign(stream.readable, { info: { id: 'question' } });
  server.onTextStream?.(reader, { identity: 'agent-1' });
  await agent.write('What is');
  await expect.poll(() => words.map(({ text }) => text)).toEqual(['What is']);
  room.stopVoices();
  await agent.write(' your name?');
  await agent.close();
  expect(words).toHaveLength(1);
});

test('an empty stream is reported as one caption without text, and one that breaks off is not', async () => {
  const { server, words } = await openRoom();
  const receive = (id: string, pieces: ReadableStream<string>) => {
    const attributes = {
      [liveKitNames.segmentAttribute]: 'utterance',
      [liveKitNames.finalAttribute]: 'true',
    };
    server.onTextStream?.(Object.assign(pieces, { info: { id, attributes } }), { identity: 'visitor-1' });
  };
  receive('broken', new ReadableStream({ start: (stream) => stream.error(new Error('left')) }));
  receive('empty', new ReadableStream({ start: (stream) => stream.close() }));
  await expect
    .poll(() => words)
    .toEqual([{ segment: 'utterance', speaker: 'visitor', text: '', isFirst: true, isInterim: false }]);
});

async function mutedMicrophone() {
  const { openMicrophone } = await import('./microphone');
  const microphone = await openMicrophone();
  Object.assign(microphone.mediaStreamTrack, { muted: true });
  return microphone;
}

/** The state in which livekit-client leaves a microphone that it could not restart: ended, without an event. */
function endSilently({ mediaStreamTrack }: { mediaStreamTrack: { readyState: string } }): void {
  livekit.hardware.hasMicrophone = false;
  mediaStreamTrack.readyState = 'ended';
}

test('a microphone that ended without an event is reported as lost when its page is seen again, and reopened the next time', async () => {
  const { room, microphone, events, showPage } = await openRoom();
  await room.publishMicrophone();
  vi.useFakeTimers();
  endSilently(microphone);
  showPage();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  expect(events.at(-1)).toEqual({ type: 'microphone.lost', isDenied: false });
  livekit.hardware.hasMicrophone = true;
  showPage();
  await expect.poll(() => events.at(-1)?.type).toBe('microphone.restarted');
  await room.leave();
});

test('a lost microphone is reopened when the visitor asks for it, and reported as lost again if that fails', async () => {
  const { room, microphone, events } = await openRoom();
  await room.publishMicrophone();
  endSilently(microphone);
  room.reopenMicrophone();
  await expect.poll(() => events.splice(0).at(-1)).toEqual({ type: 'microphone.lost', isDenied: false });
  room.reopenMicrophone();
  await expect.poll(() => events.splice(0)).toEqual([{ type: 'microphone.lost', isDenied: false }]);
  livekit.hardware.hasMicrophone = true;
  room.reopenMicrophone();
  await expect.poll(() => events.at(-1)?.type).toBe('microphone.restarted');
  await expect.poll(() => microphone.isMuted).toBe(false);
});

test('a microphone that the phone takes away is reported at once, and again when it is lost or returned', async () => {
  const { microphone, events } = await openRoom();
  microphone.mediaStreamTrack.onmute();
  microphone.emit(TrackEvent.UpstreamPaused, microphone);
  await expect.poll(() => events).toHaveLength(2);
  microphone.mediaStreamTrack.onunmute();
  expect(events).toEqual([
    { type: 'microphone.interrupted', isInterrupted: true },
    { type: 'microphone.lost', isDenied: false },
    { type: 'microphone.interrupted', isInterrupted: false },
  ]);
});

test('a microphone that is being reopened does not count as ended', async () => {
  const { room, microphone, events, plugIn, showPage } = await openRoom();
  await room.publishMicrophone();
  vi.useFakeTimers();
  const opening = Promise.withResolvers<void>();
  livekit.hardware.opening = opening.promise;
  const choosing = room.useDevice('audioinput', 'another');
  plugIn();
  await vi.advanceTimersByTimeAsync(20_000);
  opening.resolve();
  expect(await choosing).toBe(true);
  // livekit-client restarts it by itself.
  const ownOpening = Promise.withResolvers<void>();
  livekit.hardware.opening = ownOpening.promise;
  const restarting = microphone.restartTrack();
  showPage();
  await vi.advanceTimersByTimeAsync(3000);
  ownOpening.resolve();
  await restarting;
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect(events).not.toContainEqual(expect.objectContaining({ type: 'microphone.lost' }));
  expect(livekit.hardware.restarts).toBe(2);
  await room.leave();
});

test('a microphone that came back and is released by another try is reported as lost again', async () => {
  const { room, microphone, events, plugIn } = await openRoom();
  await room.publishMicrophone();
  await microphone.lose();
  await expect.poll(() => events).toHaveLength(2);
  vi.spyOn(microphone, 'unmute').mockImplementation(async () => {
    microphone.emit(TrackEvent.Restarted, microphone);
    throw new Error('busy');
  });
  plugIn();
  await expect.poll(() => events).toHaveLength(4);
  expect(events.slice(2).map(({ type }) => type)).toEqual(['microphone.restarted', 'microphone.lost']);
  await room.leave();
});

test('a microphone that opens while the phone uses it is reported as interrupted; a lost one stays lost', async () => {
  const { microphone, events } = await openRoom();
  microphone.emit(TrackEvent.UpstreamPaused, microphone);
  await expect.poll(() => events.splice(0)).toEqual([{ type: 'microphone.lost', isDenied: false }]);
  microphone.mediaStreamTrack.muted = true;
  microphone.emit(TrackEvent.Restarted, microphone);
  await expect.poll(() => events).toHaveLength(3);
  expect(events.slice(1)).toEqual([
    { type: 'microphone.interrupted', isInterrupted: true },
    { type: 'microphone.lost', isDenied: false },
  ]);
  const early: (LiveRoomEvent | MicrophoneEvent)[] = [];
  new LiveRoom(await mutedMicrophone(), {
    emit: (event) => void early.push(event),
    caption: () => undefined,
  });
  expect(early).toEqual([{ type: 'microphone.interrupted', isInterrupted: true }]);
});

test('a microphone that the system mutes is reported to a muted visitor only when they unmute', async () => {
  const { room, microphone, events } = await openRoom();
  await room.publishMicrophone();
  await room.setMuted(true);
  microphone.isUpstreamPaused = true;
  microphone.emit(TrackEvent.UpstreamPaused, microphone);
  await new Promise(setImmediate);
  expect(events.splice(0)).toEqual([{ type: 'microphone.muted', isMuted: true }]);
  await room.setMuted(false);
  const lost = { type: 'microphone.lost', isDenied: false };
  await expect.poll(() => events).toEqual([{ type: 'microphone.muted', isMuted: false }, lost]);
});

test('a microphone that the phone returns during a rejoin is unmuted', async () => {
  const { room, server, microphone } = await openRoom();
  microphone.emit(TrackEvent.UpstreamPaused, microphone);
  vi.spyOn(server.localParticipant, 'publishTrack').mockImplementation(async ({ isMuted }) => {
    microphone.mediaStreamTrack.onunmute();
    expect(isMuted).toBe(true);
  });
  await room.publishMicrophone();
  await expect.poll(() => microphone.isMuted).toBe(false);
});

test('a paused audio element is resumed; if the phone refuses, sound is reported as blocked until it plays', async () => {
  const { room, server, events, showPage } = await openRoom();
  const element = new livekit.Element();
  livekit.elements.splice(0, Infinity, element);
  const track = { kind: 'audio', attach: () => element, attachedElements: [element], mediaStreamTrack: {} };
  const agent = { identity: 'agent-1', trackPublications: new Map([['TR', { track }]]) };
  server.remoteParticipants.set('agent-1', agent);
  server.emit(RoomEvent.TrackSubscribed, track, {}, agent);
  element.pause();
  expect(element.paused).toBe(false);
  element.isRefused = true;
  vi.useFakeTimers();
  element.pause();
  await vi.advanceTimersByTimeAsync(1000);
  expect(events.at(-1)).toEqual({ type: 'room.soundBlocked', isBlocked: true });
  element.isRefused = false;
  showPage();
  expect(events.at(-1)).toEqual({ type: 'room.soundBlocked', isBlocked: false });

  element.isRefused = true;
  element.pause();
  await vi.advanceTimersByTimeAsync(1000);
  expect(events.at(-1)).toEqual({ type: 'room.soundBlocked', isBlocked: true });
  element.isRefused = false;
  await room.allowSound();
  expect(events.at(-1)).toEqual({ type: 'room.soundBlocked', isBlocked: false });
  vi.useRealTimers();
});

test('the agent’s reports, on meeting and later, show whether the visitor was heard', async () => {
  const { room, server, events } = await openRoom();
  const agent = { identity: 'agent-1', attributes: { [heardAttribute]: 'false' } };
  server.remoteParticipants.set('agent-1', agent);
  await room.enter({ serverUrl: 'ws://127.0.0.1', token: 't' });
  expect(events).toContainEqual({ type: 'room.visitorHeard', isHeard: false });
  agent.attributes[heardAttribute] = 'true';
  server.emit('participantAttributesChanged', {}, agent);
  expect(events.at(-1)).toEqual({ type: 'room.visitorHeard', isHeard: true });
});

test('a visitor who spoke when the connection was lost is not heard after it', async () => {
  const { room, server, events } = await openRoom();
  const grant = { serverUrl: 'ws://127.0.0.1', token: 't' };
  server.remoteParticipants.set('agent-1', { identity: 'agent-1', attributes: {} });
  await room.enter(grant);
  server.activeSpeakers = [{ identity: 'visitor-1' }];
  server.emit(RoomEvent.ActiveSpeakersChanged, server.activeSpeakers);
  expect(events.at(-1)).toEqual({ type: 'room.agentActivity', activity: 'hearing' });
  // livekit-client forgets its speakers without an event.
  server.activeSpeakers = [];
  server.emit(RoomEvent.Disconnected, DisconnectReason.SERVER_SHUTDOWN);
  await room.enter(grant);
  expect(events.at(-1)).toEqual({ type: 'room.agentActivity', activity: 'listening' });
});

test('of two agents, the one that joined last counts', async () => {
  const { room, server, events } = await openRoom();
  const agent = (identity: string, state: string) =>
    server.remoteParticipants.set(identity, {
      identity,
      attributes: { [liveKitNames.stateAttribute]: state },
    });
  agent('agent-1', 'thinking');
  agent('agent-2', 'speaking');
  await room.enter({ serverUrl: 'ws://127.0.0.1', token: 't' });
  expect(events.at(-1)).toEqual({ type: 'room.agentActivity', activity: 'speaking' });
});

test('the agent has left once no agent remains: one that crashed leaves after its successor has joined', async () => {
  const { room, server, events } = await openRoom();
  const leave = (identity: string) => {
    server.remoteParticipants.delete(identity);
    server.emit(RoomEvent.ParticipantDisconnected, { identity });
  };
  for (const identity of ['agent-1', 'agent-2'])
    server.remoteParticipants.set(identity, { identity, attributes: {} });
  await room.enter({ serverUrl: 'ws://127.0.0.1', token: 't' });
  leave('agent-1');
  expect(events).not.toContainEqual({ type: 'room.agentLeft' });
  leave('agent-2');
  expect(events.at(-1)).toEqual({ type: 'room.agentLeft' });
});

test('without an agent there is no activity', async () => {
  const { server, events } = await openRoom();
  server.emit(RoomEvent.ActiveSpeakersChanged, []);
  expect(events).toEqual([]);
});

test('the microphone in use is the one that the browser opened, until another one is picked or replaces it', async () => {
  const { microphone } = await openRoom();
  const { devicesInUse, pickDevice } = await import('./devices');
  expect(devicesInUse.get().audioinput).toBe('of the prompt');
  pickDevice('audioinput', 'picked');
  expect(devicesInUse.get().audioinput).toBe('picked');
  Object.assign(microphone, { mediaStreamTrack: { getSettings: () => ({ deviceId: 'left over' }) } });
  microphone.emit('restarted', microphone);
  expect(devicesInUse.get().audioinput).toBe('left over');
});

test('a device is not in use if the browser opened another one instead', async () => {
  const { room } = await openRoom();
  const { devicesInUse } = await import('./devices');
  await room.publishMicrophone();
  expect(await room.useDevice('audioinput', 'picked')).toBe(true);
  livekit.hardware.insteadOfPicked = 'left over';
  expect(await room.useDevice('audioinput', 'unplugged just now')).toBe(false);
  expect(devicesInUse.get().audioinput).toBe('left over');
});

test('somebody of the office who has left while the connection was lost no longer listens', async () => {
  const { room, server, events } = await openRoom();
  const grant = { serverUrl: 'ws://127.0.0.1', token: 't' };
  server.remoteParticipants.set('operator', { identity: `${operatorIdentityPrefix}1`, attributes: {} });
  await room.enter(grant);
  server.remoteParticipants.clear();
  server.emit(RoomEvent.Disconnected, DisconnectReason.SERVER_SHUTDOWN);
  await room.enter(grant);
  expect(events.filter(({ type }) => type === 'room.operator')).toEqual([
    { type: 'room.operator', isListening: true },
    { type: 'room.operator', isListening: false },
  ]);
});

test('a disconnect is emitted once, and only for a room that was entered; a closed room names who closed it', async () => {
  const { room, server, events } = await openRoom();
  const leave = () => server.emit(RoomEvent.Disconnected, DisconnectReason.SERVER_SHUTDOWN);
  leave();
  expect(events).toEqual([]);
  const grant = { serverUrl: 'ws://127.0.0.1', token: 't' };
  await room.enter(grant);
  // The microphone could not be published: another try.
  await room.enter(grant);
  leave();
  leave();
  expect(events.filter(({ type }) => type !== 'room.operator')).toEqual([{ type: 'room.disconnected' }]);
  await room.enter(grant);
  server.emit(RoomEvent.Disconnected, DisconnectReason.ROOM_DELETED);
  expect(events.at(-1)).toEqual({ type: 'room.closed', by: 'agent' });
  await room.enter(grant);
  server.metadata = closedByOffice;
  server.emit(RoomEvent.Disconnected, DisconnectReason.ROOM_DELETED);
  expect(events.at(-1)).toEqual({ type: 'room.closed', by: 'operator' });
});

test('a microphone whose permission is withdrawn is not reported as unplugged', async () => {
  const { microphone, events } = await openRoom();
  const lose = async (state: string) => {
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } });
    microphone.emit(TrackEvent.Ended, microphone);
    await expect.poll(() => events).toHaveLength(1);
    return events.splice(0);
  };
  expect(await lose('denied')).toEqual([{ type: 'microphone.lost', isDenied: true }]);
  expect(await lose('granted')).toEqual([{ type: 'microphone.lost', isDenied: false }]);
});

test('restored permission counts as a change of the microphones', async () => {
  const status = Object.assign(new EventTarget(), { state: 'denied' });
  vi.stubGlobal('navigator', {
    mediaDevices: new EventTarget(),
    permissions: { query: async () => status },
  });
  vi.resetModules();
  const { microphoneDenied, watchMicrophones } = await import('./microphone');
  expect(await microphoneDenied()).toBe(true);
  const changed = vi.fn();
  const unwatch = watchMicrophones(changed);
  status.dispatchEvent(new Event('change'));
  expect(changed).toHaveBeenCalledOnce();
  unwatch();
  status.dispatchEvent(new Event('change'));
  expect(changed).toHaveBeenCalledOnce();
});

test('a text that was sent is shown and counted; one that was not is neither', async () => {
  const { room, events, words } = await openRoom();
  vi.spyOn(console, 'error').mockReturnValueOnce(undefined);
  expect(await room.sendText('unsendable')).toBe(false);
  expect([events, words]).toEqual([[], []]);
  expect(await room.sendText('Akmal')).toBe(true);
  expect(events).toEqual([{ type: 'room.textSent', text: 'Akmal' }]);
  expect(words).toMatchObject([{ speaker: 'visitor', text: 'Akmal' }]);
});
