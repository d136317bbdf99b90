import {
  type RemoteParticipant,
  type RemoteTrackPublication,
  type Room,
  TrackSource,
} from '@livekit/rtc-node';
import { isVisitor } from '../../lib/contracts/token.ts';

/**
 * Detects whether the visitor's browser is connected. LiveKit notices a killed browser after twenty seconds, but its packets end
 * at once.
 */
export class VisitorLink {
  readonly #room: Room;
  #packetCount = 0;
  #hadNewPackets = true;
  /** Visitors who have had a microphone. */
  readonly #speakers = new WeakSet<RemoteParticipant>();

  constructor(room: Room) {
    this.#room = room;
  }

  /**
   * True if packets of the microphone have arrived since the last call. A muted or typing visitor sends none, and counts as
   * connected. Packets after a gap do not count yet: LiveKit sends 0.2 s of silence when it closes the track of a killed browser.
   */
  async isUp(): Promise<boolean> {
    const visitors = [...this.#room.remoteParticipants.values()].filter(isVisitor);
    const microphones = visitors.flatMap((visitor) => this.#microphoneOf(visitor) ?? []);
    // A visitor who never had a microphone types. One who leaves loses the microphone a moment earlier.
    if (microphones.length === 0) return visitors.some((visitor) => !this.#speakers.has(visitor));
    const packetCount = await this.#receivedPackets();
    // The count falls when the microphone's connection is closed.
    const hasNewPackets = packetCount > this.#packetCount;
    const isSteady = hasNewPackets && this.#hadNewPackets;
    this.#packetCount = packetCount;
    this.#hadNewPackets = hasNewPackets;
    return isSteady || microphones.some(({ muted }) => muted);
  }

  #microphoneOf(visitor: RemoteParticipant): RemoteTrackPublication | undefined {
    const microphone = [...visitor.trackPublications.values()].find(
      ({ source }) => source === TrackSource.SOURCE_MICROPHONE,
    );
    if (microphone !== undefined) this.#speakers.add(visitor);
    return microphone;
  }

  async #receivedPackets(): Promise<number> {
    // A server may use one connection for both directions.
    const { publisherStats, subscriberStats } = await this.#room.getRtcStats();
    return [...publisherStats, ...subscriberStats].reduce((sum, { stats }) => {
      const packets = stats.case === 'inboundRtp' ? stats.value.received?.packetsReceived : undefined;
      return sum + Number(packets ?? 0);
    }, 0);
  }
}
