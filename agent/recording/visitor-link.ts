import { type Room, TrackSource } from '@livekit/rtc-node';
import { isVisitor } from '../../lib/contracts/token.ts';

/**
 * Whether a visitor's browser is there. LiveKit misses one that was killed only after twenty seconds; its packets end at once.
 */
export class VisitorLink {
  readonly #room: Room;
  #packets = 0;
  #hadMicrophone = false;

  constructor(room: Room) {
    this.#room = room;
  }

  /** True if packets of the microphone have arrived since the last call. A visitor who is muted or types sends none, and is there. */
  async isUp(): Promise<boolean> {
    const visitors = [...this.#room.remoteParticipants.values()].filter(isVisitor);
    const microphone = visitors
      .flatMap(({ trackPublications }) => [...trackPublications.values()])
      .find(({ source }) => source === TrackSource.SOURCE_MICROPHONE);
    const hadMicrophone = this.#hadMicrophone;
    this.#hadMicrophone = microphone !== undefined;
    // A visitor who leaves loses the microphone a moment before.
    if (microphone === undefined) return visitors.length > 0 && !hadMicrophone;
    const packets = await this.#received();
    // They become fewer when the microphone's connection is closed.
    const hasMore = packets > this.#packets;
    this.#packets = packets;
    return hasMore || microphone.muted === true;
  }

  async #received(): Promise<number> {
    // A server may use one connection for both directions.
    const { publisherStats, subscriberStats } = await this.#room.getRtcStats();
    return [...publisherStats, ...subscriberStats].reduce((sum, { stats }) => {
      const received = stats.case === 'inboundRtp' ? stats.value.received?.packetsReceived : undefined;
      return sum + Number(received ?? 0);
    }, 0);
  }
}
