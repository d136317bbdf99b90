import { randomUUID } from 'node:crypto';
import { Room } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';
import { agentIdentityPrefix } from '../lib/contracts/token.ts';
import { type LiveKitSettings, roomService } from '../lib/server/platform/livekit.ts';
import { log } from '../lib/server/platform/log.ts';
import { roomOptions } from './call/room-connection.ts';
import { ensureCopyThread } from './recording/copy-writer.ts';
import { VoicePublisher } from './speaking/publisher.ts';

const ttlS = 60;

/** Joins a room of its own and starts the thread of the copies, so that the first visitor does not wait for first-time work. Never throws. */
export async function warmUp({ url, key, secret }: LiveKitSettings): Promise<void> {
  const name = `warm-up-${randomUUID()}`;
  const room = new Room();
  try {
    const token = new AccessToken(key, secret, { identity: agentIdentityPrefix + randomUUID(), ttl: ttlS });
    token.addGrant({ roomJoin: true, roomCreate: true, room: name });
    await room.connect(url.replace(/^http/, 'ws'), await token.toJwt(), roomOptions);
    const publisher = new VoicePublisher();
    try {
      await publisher.publish(room.localParticipant);
    } finally {
      await publisher.close();
      await room.disconnect();
      await roomService().deleteRoom(name);
    }
  } catch (cause) {
    log.warn('agent_not_warmed_up', {}, cause);
  }
  ensureCopyThread();
}
