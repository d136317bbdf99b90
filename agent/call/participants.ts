import { DisconnectReason, type RemoteParticipant, type Room, RoomEvent } from '@livekit/rtc-node';
import { isVisitor } from '../../lib/contracts/token.ts';

/** LiveKit usually reports when a returning visitor can hear the agent. Without a report the agent speaks after this time. */
const audibleWithinMs = 1_500;

export interface PresenceEvents {
  onMet(identity: string): void;
  onLost(isForGood: boolean): void;
  onBack(identity: string): void;
}

/**
 * Reports when the visitor of a room comes and goes. After a lost connection or a reload, the same person may be another
 * participant.
 */
export class Participants {
  readonly #room: Room;
  readonly #events: PresenceEvents;
  #hasMet = false;
  #visitor: string | undefined;
  /** Set while a returning visitor cannot hear the agent yet. */
  #backTimer: NodeJS.Timeout | undefined;

  constructor(room: Room, events: PresenceEvents) {
    this.#room = room;
    this.#events = events;
    room
      .on(RoomEvent.ParticipantConnected, (participant) => this.#handleArrival(participant))
      .on(RoomEvent.ParticipantDisconnected, (participant) => this.#handleDeparture(participant))
      .on(RoomEvent.LocalTrackSubscribed, () => this.#reportReturn());
  }

  /** Reports a visitor who has already joined. */
  begin(): void {
    for (const participant of this.#visitors()) this.#handleArrival(participant);
  }

  isPresent(identity: string): boolean {
    return this.#visitors().some((participant) => participant.identity === identity);
  }

  close(): void {
    clearTimeout(this.#backTimer);
  }

  #visitors(): RemoteParticipant[] {
    return [...this.#room.remoteParticipants.values()].filter(isVisitor);
  }

  #handleArrival(participant: RemoteParticipant): void {
    if (!isVisitor(participant) || this.#visitor === participant.identity) return;
    // A reloaded page returns before the server has noticed that the old one is gone: the newest participant is the visitor.
    if (this.#visitor !== undefined) this.#events.onLost(false);
    this.#visitor = participant.identity;
    if (this.#hasMet) {
      clearTimeout(this.#backTimer);
      this.#backTimer = setTimeout(() => this.#reportReturn(), audibleWithinMs);
      return;
    }
    this.#hasMet = true;
    this.#events.onMet(participant.identity);
  }

  #reportReturn(): void {
    if (this.#backTimer === undefined || this.#visitor === undefined) return;
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#events.onBack(this.#visitor);
  }

  #handleDeparture(participant: RemoteParticipant): void {
    if (!isVisitor(participant)) return;
    const otherVisitor = this.#visitors().find(({ identity }) => identity !== participant.identity);
    if (otherVisitor !== undefined) {
      // A reloaded page returns before the server has noticed that the old one is gone.
      if (this.#visitor === participant.identity) {
        this.#visitor = otherVisitor.identity;
        this.#events.onBack(otherVisitor.identity);
      }
      return;
    }
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#visitor = undefined;
    this.#events.onLost(participant.disconnectReason === DisconnectReason.CLIENT_INITIATED);
  }
}
