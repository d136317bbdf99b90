import { expect, test, vi } from 'vitest';
import { heardAttribute } from '@/lib/contracts/token';
import { LiveRoom, type RoomNews } from './room';

const livekit = vi.hoisted(() => {
  type Listener = (...heard: unknown[]) => void;
  class Emitter {
    readonly listeners = new Map<string, Listener>();
    on(event: string, listener: Listener) {
      this.listeners.set(event, listener);
      return this;
    }
    once(event: string, listener: Listener) {
      return this.on(event, listener);
    }
    emit(event: string, ...heard: unknown[]) {
      this.listeners.get(event)?.(...heard);
    }
  }
  class Room extends Emitter {
    remoteParticipants = new Map<string, object>();
    localParticipant = {
      identity: 'visitor-1',
      setMicrophoneEnabled: async (on: boolean) => {
        if (on && !plugged.microphone) throw new Error('no microphone');
        plugged.live = on;
      },
    };
    constructor() {
      super();
      rooms.push(this);
    }
    async connect() {}
    registerTextStreamHandler() {}
  }
  const rooms: Room[] = [];
  const plugged = { microphone: true, live: true };
  return { Emitter, Room, rooms, plugged };
});

vi.mock('livekit-client', async (original) => ({
  ...(await original<object>()),
  Room: livekit.Room,
  createLocalAudioTrack: async () => Object.assign(new livekit.Emitter(), { mediaStreamTrack: {} }),
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
  microphone.emit('ended', microphone);
  await room.setMuted(true);
  await expect(room.setMuted(false)).rejects.toThrow('no microphone');
  livekit.plugged.microphone = true;
  plugIn();
  expect(livekit.plugged.live).toBe(false);

  await room.setMuted(false);
  livekit.plugged.live = false;
  plugIn();
  expect(livekit.plugged.live).toBe(true);
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
