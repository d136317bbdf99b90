import {
  DisconnectReason,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackKind,
  TrackSource,
} from '@livekit/rtc-node';
import { visitorIdentityPrefix } from '../../lib/contracts/token.ts';
import { Ears, type SpeechChange } from './vad-stream.ts';

/** The visitor can hear the agent some moments after coming back; LiveKit tells when, usually. */
const audibleWithinMs = 1_500;

export interface VisitorEvents {
  onMet(): void;
  onLost(forGood: boolean): void;
  onBack(): void;
  onSpeech(change: SpeechChange): void;
}

/**
 * The visitor of a room: one person, though a lost connection or a reloaded page may bring them back as another
 * participant. Tells of their coming and going and of their speech.
 */
export class Visitors {
  readonly #room: Room;
  readonly #events: VisitorEvents;
  readonly #ears = new Map<string, Ears>();
  #met = false;
  #present = false;
  #backTimer: NodeJS.Timeout | undefined;

  constructor(room: Room, events: VisitorEvents) {
    this.#room = room;
    this.#events = events;
    room
      .on(RoomEvent.ParticipantConnected, (participant) => this.#arrived(participant))
      .on(RoomEvent.ParticipantDisconnected, (participant) => this.#gone(participant))
      .on(RoomEvent.LocalTrackSubscribed, () => this.#audible())
      .on(RoomEvent.TrackSubscribed, (...subscription) => this.#hear(...subscription))
      .on(RoomEvent.TrackUnsubscribed, (_track, publication) => this.#deafen(publication.sid));
  }

  /** Meets whoever is in the room already. */
  look(): void {
    for (const participant of this.#all()) this.#arrived(participant);
  }

  close(): void {
    clearTimeout(this.#backTimer);
    for (const ears of this.#ears.values()) ears.close();
  }

  #all(): RemoteParticipant[] {
    return [...this.#room.remoteParticipants.values()].filter(isVisitor);
  }

  #arrived(participant: RemoteParticipant): void {
    if (!isVisitor(participant) || this.#present) return;
    this.#present = true;
    if (this.#met) {
      this.#backTimer = setTimeout(() => this.#audible(), audibleWithinMs);
      return;
    }
    this.#met = true;
    this.#events.onMet();
  }

  #audible(): void {
    if (this.#backTimer === undefined) return;
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#events.onBack();
  }

  #gone(participant: RemoteParticipant): void {
    if (!isVisitor(participant) || this.#all().some(({ identity }) => identity !== participant.identity))
      return;
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
    this.#present = false;
    this.#events.onLost(participant.disconnectReason === DisconnectReason.CLIENT_INITIATED);
  }

  #hear(track: RemoteTrack, publication: RemoteTrackPublication, participant: RemoteParticipant): void {
    if (!isVisitor(participant) || track.kind !== TrackKind.KIND_AUDIO) return;
    if (publication.source !== TrackSource.SOURCE_MICROPHONE || publication.sid === undefined) return;
    this.#deafen(publication.sid);
    const ears = new Ears(track, (change) => this.#events.onSpeech(change));
    this.#ears.set(publication.sid, ears);
    void ears.listen();
  }

  #deafen(sid: string | undefined): void {
    if (sid === undefined) return;
    this.#ears.get(sid)?.close();
    this.#ears.delete(sid);
  }
}

function isVisitor({ identity }: RemoteParticipant): boolean {
  return identity.startsWith(visitorIdentityPrefix);
}
