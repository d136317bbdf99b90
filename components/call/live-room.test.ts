import { expect, test, vi } from 'vitest';
import { DisconnectReason, RoomEvent, TrackEvent } from 'livekit-client';
import { heardAttribute } from '@/lib/contracts/token';
import { LiveRoom, type RoomNews } from './room';

const livekit = vi.hoisted(() => {
  type Listener = (...heard: unknown[]) => void;
  class Emitter {
    readonly #listeners: { event: string; listener: Listener }[] = [];
    on(event: string, listener: Listener) {
      this.#listeners.push({ event, listener });
      return this;
    }
    emit(event: string, ...heard: unknown[]) {
      for (const one of this.#listeners) if (one.event === event) one.listener(...heard);
    }
  }
  class Room extends Emitter {
    remoteParticipants = new Map<string, object>();
    localParticipant = {
      identity: 'visitor-1',
      publishTrack: async ({ isMuted }: { isMuted: boolean }) => void published.push({ isMuted }),
    };
    constructor() {
      super();
      rooms.push(this);
    }
    async connect() {}
    registerTextStreamHandler() {}
  }
  class Microphone extends Emitter {
    mediaStreamTrack = { getSettings: () => ({ deviceId: 'of the prompt' }) };
    isMuted = false;
    async mute() {
      this.isMuted = true;
    }
    async unmute() {
      if (this.isMuted) await this.restartTrack();
      this.isMuted = false;
    }
    async restartTrack() {
      if (!plugged.microphone) throw new Error('no microphone');
      plugged.restarts++;
    }
  }
  const rooms: Room[] = [];
  const published: { isMuted: boolean }[] = [];
  const plugged = { microphone: true, restarts: 0 };
  return { Microphone, Room, rooms, plugged, published };
});

vi.mock('livekit-client', async (original) => ({
  ...(await original<object>()),
  Room: livekit.Room,
  createLocalAudioTrack: async () => new livekit.Microphone(),
}));

async function opened() {
  let change = () => {};
  vi.stubGlobal('navigator', {
    mediaDevices: { addEventListener: (_: string, listener: () => void) => (change = listener) },
  });
  const { openMicrophone } = await import('./devices');
  const microphone = await openMicrophone();
  const told: RoomNews[] = [];
  const room = new LiveRoom(microphone, (news) => void told.push(news));
  const server = livekit.rooms.at(-1);
  if (!server) throw new Error('no room');
  return { room, server, told, microphone, plugIn: () => change() };
}

test('a microphone that comes back while the visitor is muted stays muted', async () => {
  const { room, microphone, plugIn } = await opened();
  livekit.plugged.microphone = false;
  microphone.emit(TrackEvent.Ended, microphone);
  await room.setMuted(true);
  await expect(room.setMuted(false)).rejects.toThrow('no microphone');
  livekit.plugged.microphone = true;
  plugIn();
  expect(microphone.isMuted).toBe(true);

  await room.setMuted(false);
  const { restarts } = livekit.plugged;
  plugIn();
  expect(livekit.plugged.restarts).toBe(restarts + 1);
});

test('who is muted before the room has the microphone, or while it is lost, is not heard by it afterwards', async () => {
  const { room } = await opened();
  await room.setMuted(true);
  await room.speak();
  await room.setMuted(false);
  await room.speak();
  expect(livekit.published).toEqual([{ isMuted: true }, { isMuted: false }]);
});

test('whether the visitor was heard is read from the agent that is met, and from what it says later', async () => {
  const { room, server, told } = await opened();
  const agent = { identity: 'agent-1', attributes: { [heardAttribute]: 'false' } };
  server.remoteParticipants.set('agent-1', agent);
  await room.enter({ serverUrl: 'ws://127.0.0.1', token: 't', roomName: 'chat-1' });
  expect(told).toContainEqual({ type: 'visitor_heard', heard: false });
  agent.attributes[heardAttribute] = 'true';
  server.emit('participantAttributesChanged', {}, agent);
  expect(told.at(-1)).toEqual({ type: 'visitor_heard', heard: true });
});

test('the microphone in use is the one that the browser gave, until another one is picked or takes its place', async () => {
  const { microphone } = await opened();
  const { devicesInUse, pickDevice } = await import('./devices');
  expect(devicesInUse.get().audioinput).toBe('of the prompt');
  pickDevice('audioinput', 'picked');
  expect(devicesInUse.get().audioinput).toBe('picked');
  Object.assign(microphone, { mediaStreamTrack: { getSettings: () => ({ deviceId: 'left over' }) } });
  microphone.emit('restarted', microphone);
  expect(devicesInUse.get().audioinput).toBe('left over');
});

test('a room that is entered again while it is connected is left once', async () => {
  const { room, server, told } = await opened();
  const leave = () => server.emit(RoomEvent.Disconnected, DisconnectReason.SERVER_SHUTDOWN);
  leave();
  expect(told).toEqual([]);
  const grant = { serverUrl: 'ws://127.0.0.1', token: 't', roomName: 'chat-1' };
  await room.enter(grant);
  // The microphone could not be published: another try.
  await room.enter(grant);
  leave();
  leave();
  expect(told).toEqual([{ type: 'left', closedByAgent: false }]);
  await room.enter(grant);
  server.emit(RoomEvent.Disconnected, DisconnectReason.ROOM_DELETED);
  expect(told.at(-1)).toEqual({ type: 'left', closedByAgent: true });
});

test('a microphone whose permission is withdrawn in the call is not one that was unplugged', async () => {
  const { microphone, told } = await opened();
  const lose = async (state: string) => {
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } });
    microphone.emit(TrackEvent.Ended, microphone);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    return told.splice(0);
  };
  expect(await lose('denied')).toEqual([{ type: 'microphone_lost', denied: true }]);
  expect(await lose('granted')).toEqual([{ type: 'microphone_lost', denied: false }]);
});
