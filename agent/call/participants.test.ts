import { DisconnectReason, Room, RoomEvent } from '@livekit/rtc-node';
import { expect, it } from 'vitest';
import { visitorIdentityPrefix } from '../../lib/contracts/token.ts';
import { Participants } from './participants.ts';

/** A room in which a reloaded page has joined beside its old participant, whom the media server still counts. */
function roomAfterReload() {
  const room = new Room();
  const seen: string[] = [];
  const participants = new Participants(room, (event) =>
    seen.push('isForGood' in event ? `${event.type}, for good: ${event.isForGood}` : event.type),
  );
  const visitors = ['old', 'new'].map((name) => ({ identity: `${visitorIdentityPrefix}${name}` }));
  for (const visitor of visitors) {
    room.remoteParticipants.set(visitor.identity, visitor as never);
    Reflect.apply(room.emit, room, [RoomEvent.ParticipantConnected, visitor]);
  }
  participants.close();
  seen.length = 0;
  const leave = (index: number, disconnectReason: DisconnectReason) => {
    const visitor = visitors[index];
    room.remoteParticipants.delete(visitor?.identity ?? '');
    Reflect.apply(room.emit, room, [RoomEvent.ParticipantDisconnected, { ...visitor, disconnectReason }]);
  };
  return { seen, leave };
}

it('a visitor who ends a call just after a reload is gone for good, although the old page still counts', () => {
  const { seen, leave } = roomAfterReload();
  leave(1, DisconnectReason.CLIENT_INITIATED);
  expect(seen).toEqual(['visitor_lost, for good: true']);
});

it('the departure of the old page changes nothing', () => {
  const { seen, leave } = roomAfterReload();
  leave(0, DisconnectReason.CLIENT_INITIATED);
  expect(seen).toEqual([]);
});

it('a visitor who loses the connection just after a reload is awaited as the old page', () => {
  const { seen, leave } = roomAfterReload();
  leave(1, DisconnectReason.SIGNAL_CLOSE);
  expect(seen).toEqual(['visitor_back']);
});
