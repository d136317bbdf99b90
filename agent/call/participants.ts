import { DisconnectReason, type RemoteParticipant, type Room, RoomEvent } from '@livekit/rtc-node';
import { isVisitor } from '../../lib/contracts/token.ts';

/** LiveKit usually reports when a returning visitor can hear the agent. Do not wait longer than this for the report. */
const audibleWithinMs = 1_500;

export interface PresenceEvents {
  onMet(identity: string): void;
  onLost(forGood: boolean): void;
  onBack(identity: string): void;
}

/**
 * Reports when the visitor of a room comes and goes. After a lost connection or a reload, the same person may be another
 * participant.
 */
export class Participants {
  readonly #room: Room;
  readonly #events: PresenceEvents;
  #met = false;
  #present: string | undefined;
  #backTimer: NodeJS.Timeout | undefined;

  constructor(room: Room, events: PresenceEvents) {
    this.#room = room;
    this.#events = events;
    room
      .on(RoomEvent.ParticipantConnected, (participant) => this.#arrived(participant))
      .on(RoomEvent.ParticipantDisconnected, (participant) => this.#gone(participant))
      .on(RoomEvent.LocalTrackSubscribed, () => this.#audible());
  }

  /** Reports a visitor who has already joined. */
  begin(): void {
    for (const participant of this.#all()) this.#arrived(participant);
  }

  isPresent(identity: string): boolean {
    return this.#all().some((participant) => participant.identity === identity);
  }

  close(): void {
    clearTimeout(this.#backTimer);
  }

  #all(): RemoteParticipant[] {
    return [...this.#room.remoteParticipants.values()].filter(isVisitor);
  }

  #arrived(participant: RemoteParticipant): void {
    if (!isVisitor(participant) || this.#present === participant.identity) return;
    // A reloaded page returns before the server has noticed that the old one is gone: the newest participant is the visitor.
    if (this.#present !== undefined) this.#events.onLost(false);
    this.#present = participant.identity;
    if (this.#met) {
      this.#backTimer = setTimeout(() => this.#audible(), audibleWithinMs);
      return;
    }
    this.#met = true;
    this.#events.onMet(participant.identity);
  }

  #audible(): void {
    if (this.#backTimer === undefined || this.#present === undefined) return;
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#events.onBack(this.#present);
  }

  #gone(participant: RemoteParticipant): void {
    if (!isVisitor(participant)) return;
    const other = this.#all().find(({ identity }) => identity !== participant.identity);
    if (other !== undefined) {
      // A reloaded page returns before the server has noticed that the old one is gone.
      if (this.#present === participant.identity) {
        this.#present = other.identity;
        this.#events.onBack(other.identity);
      }
      return;
    }
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#present = undefined;
    this.#events.onLost(participant.disconnectReason === DisconnectReason.CLIENT_INITIATED);
  }
}
