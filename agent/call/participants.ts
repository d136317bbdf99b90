import {
  DisconnectReason,
  type RemoteParticipant,
  type Room,
  RoomEvent as LiveKitEvent,
} from '@livekit/rtc-node';
import { isVisitor } from '../../lib/contracts/token.ts';
import type { RoomEvent } from '../conversation/events.ts';

/** LiveKit usually reports when a returning visitor can hear the agent. Without a report the agent speaks after this time. */
const audibleWithinMs = 1_500;

/**
 * Reports when the visitor of a room comes and goes. A visitor who has already joined is reported at once. After a lost connection
 * or a reload, the same person may be another participant.
 */
export class Participants {
  readonly #room: Room;
  readonly #onEvent: (event: RoomEvent) => void;
  #hasMet = false;
  #visitor: string | undefined;
  /** Set while a returning visitor cannot hear the agent yet. */
  #backTimer: NodeJS.Timeout | undefined;

  constructor(room: Room, onEvent: (event: RoomEvent) => void) {
    this.#room = room;
    this.#onEvent = onEvent;
    room
      .on(LiveKitEvent.ParticipantConnected, (participant) => this.#handleArrival(participant))
      .on(LiveKitEvent.ParticipantDisconnected, (participant) => this.#handleDeparture(participant))
      .on(LiveKitEvent.LocalTrackSubscribed, () => this.#reportReturn());
    for (const participant of room.remoteParticipants.values()) this.#handleArrival(participant);
  }

  close(): void {
    clearTimeout(this.#backTimer);
  }

  #handleArrival(participant: RemoteParticipant): void {
    if (!isVisitor(participant) || this.#visitor === participant.identity) return;
    // A reloaded page returns before the server has noticed that the old one is gone: the newest participant is the visitor.
    if (this.#visitor !== undefined)
      this.#onEvent({ type: 'visitor_lost', atMs: Date.now(), isForGood: false });
    this.#visitor = participant.identity;
    if (this.#hasMet) {
      clearTimeout(this.#backTimer);
      this.#backTimer = setTimeout(() => this.#reportReturn(), audibleWithinMs);
      return;
    }
    this.#hasMet = true;
    this.#onEvent({ type: 'visitor_met', atMs: Date.now(), identity: participant.identity });
  }

  #reportReturn(): void {
    if (this.#backTimer === undefined || this.#visitor === undefined) return;
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#onEvent({ type: 'visitor_back', atMs: Date.now(), identity: this.#visitor });
  }

  #handleDeparture(participant: RemoteParticipant): void {
    if (!isVisitor(participant)) return;
    const isForGood = participant.disconnectReason === DisconnectReason.CLIENT_INITIATED;
    const hasLeft = isForGood && this.#visitor === participant.identity;
    const otherVisitor = hasLeft
      ? undefined
      : this.#room.remoteParticipants
          .values()
          .find((other) => isVisitor(other) && other.identity !== participant.identity);
    if (otherVisitor !== undefined) {
      // A reloaded page returns before the server has noticed that the old one is gone.
      if (this.#visitor === participant.identity) {
        this.#visitor = otherVisitor.identity;
        this.#onEvent({ type: 'visitor_back', atMs: Date.now(), identity: otherVisitor.identity });
      }
      return;
    }
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#visitor = undefined;
    this.#onEvent({ type: 'visitor_lost', atMs: Date.now(), isForGood });
  }
}
