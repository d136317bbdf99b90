import { Room, TrackSource } from '@livekit/rtc-node';
import { expect, it } from 'vitest';
import { visitorIdentityPrefix } from '../../lib/contracts/token.ts';
import { VisitorLink } from './visitor-link.ts';

/** A room whose visitor has this microphone, and whose connections have received this many packets. */
function givenLink() {
  const facts: { packets: number; microphone?: { muted: boolean } } = {
    packets: 0,
    microphone: { muted: false },
  };
  const identity = `${visitorIdentityPrefix}1`;
  const source = TrackSource.SOURCE_MICROPHONE;
  const visitor = {
    identity,
    get trackPublications() {
      return new Map(facts.microphone ? [['TR_1', { source, ...facts.microphone }]] : []);
    },
  };
  const room = Object.assign(new Room(), {
    remoteParticipants: new Map([[identity, visitor]]),
    getRtcStats: async () => ({
      publisherStats: [],
      subscriberStats: [
        {
          stats: { case: 'inboundRtp', value: { received: { packetsReceived: BigInt(facts.packets) } } },
        },
      ],
    }),
  });
  return { facts, room, link: new VisitorLink(room) };
}

it('a visitor’s link is up while packets of the microphone arrive, and while it is muted', async () => {
  const { facts, link } = givenLink();
  facts.packets = 50;
  expect(await link.isUp()).toBe(true);
  expect(await link.isUp()).toBe(false);
  facts.microphone = { muted: true };
  expect(await link.isUp()).toBe(true);
});

it('a visitor’s link is up without a microphone, and not without the visitor', async () => {
  const { facts, room, link } = givenLink();
  facts.microphone = undefined;
  expect(await link.isUp()).toBe(true);
  room.remoteParticipants.clear();
  expect(await link.isUp()).toBe(false);
});

it("a visitor’s link is not up because of the silence that LiveKit sends when it closes a killed browser's track", async () => {
  const { facts, link } = givenLink();
  facts.packets = 50;
  expect(await link.isUp()).toBe(true);
  expect(await link.isUp()).toBe(false);
  facts.packets = 60;
  expect(await link.isUp()).toBe(false);
});

it('a visitor’s link is up again once a lost connection is back', async () => {
  const { facts, link } = givenLink();
  expect(await link.isUp()).toBe(false);
  facts.packets = 50;
  expect(await link.isUp()).toBe(false);
  facts.packets = 100;
  expect(await link.isUp()).toBe(true);
});

it('a visitor’s link is not up while a killed browser is being removed: first its connection, then its microphone, then the visitor', async () => {
  const { facts, link } = givenLink();
  facts.packets = 50;
  expect(await link.isUp()).toBe(true);
  facts.packets = 0;
  expect(await link.isUp()).toBe(false);
  facts.microphone = undefined;
  // LiveKit may take some seconds to remove the visitor.
  for (let moment = 0; moment < 3; moment++) expect(await link.isUp()).toBe(false);
});
