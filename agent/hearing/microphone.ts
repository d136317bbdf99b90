import {
  AudioStream,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackKind,
  TrackSource,
} from '@livekit/rtc-node';
import { isVisitor } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { EchoGate } from './echo-gate.ts';
import { vadRateHz, windowMs } from './voice-activity.ts';

/** A subscribed, unmuted microphone sends frames all the time. One without frames for this long is reopened. */
const noFramesMs = 3_000;

interface Subscription {
  track: RemoteTrack;
  publication: RemoteTrackPublication;
  /** True if it was new or muted at the last check, so it may have sent no frames since. */
  mayLackFrames: boolean;
}

export interface MicrophoneEvents {
  /** These frames replace the previous ones, which the listener cancels. They end with their track. */
  onFrames(frames: AudioStream): void;
  onOpenChange(isOpen: boolean): void;
}

/**
 * The visitor's microphone after the echo gate, in frames of one detector window. A reloaded page publishes another one, which
 * replaces it.
 */
export class Microphone {
  readonly #room: Room;
  readonly #gate: EchoGate;
  readonly #events: MicrophoneEvents;
  readonly #framesTimer: NodeJS.Timeout;
  #subscription: Subscription | undefined;
  #isClosed = false;

  constructor(room: Room, gate: EchoGate, events: MicrophoneEvents) {
    this.#room = room;
    this.#gate = gate;
    this.#events = events;
    this.#framesTimer = setInterval(() => this.#reopenSilent(), noFramesMs);
    room
      .on(RoomEvent.TrackSubscribed, (track, publication, participant) => {
        if (!isVisitor(participant) || track.kind !== TrackKind.KIND_AUDIO) return;
        if (publication.source === TrackSource.SOURCE_MICROPHONE) this.#listenTo(track, publication);
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        if (this.#subscription?.track !== track) return;
        this.#subscription = undefined;
        this.#events.onOpenChange(false);
      })
      .on(RoomEvent.TrackMuted, (publication) => this.#reportMute(publication.sid, true))
      .on(RoomEvent.TrackUnmuted, (publication) => this.#reportMute(publication.sid, false));
  }

  get trackSid(): string | undefined {
    return this.#subscription?.track.sid;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#framesTimer);
    this.#subscription = undefined;
  }

  #listenTo(track: RemoteTrack, publication: RemoteTrackPublication): void {
    if (this.#isClosed) return;
    this.#subscription = { track, publication, mayLackFrames: true };
    this.#events.onOpenChange(publication.muted !== true);
    this.#events.onFrames(
      new AudioStream(track, {
        sampleRate: vadRateHz,
        numChannels: 1,
        frameSizeMs: windowMs,
        noiseCancellation: this.#gate,
        autoCloseNoiseCancellation: false,
      }),
    );
  }

  /** A muted microphone, also one that a phone call has taken, is not open: the visitor can only type. */
  #reportMute(sid: string | undefined, isMuted: boolean): void {
    if (this.#subscription?.publication.sid === sid) this.#events.onOpenChange(!isMuted);
  }

  /** Reopens a subscribed microphone that sends no frames. This happens to about one in a hundred. */
  #reopenSilent(): void {
    const tookFrames = this.#gate.tookFrames();
    const subscription = this.#subscription;
    if (subscription === undefined) return;
    const isMuted = subscription.publication.muted === true;
    if (!isMuted && !subscription.mayLackFrames && !tookFrames) {
      log.warn('microphone_frames_stopped', { room: this.#room.name });
      this.#listenTo(subscription.track, subscription.publication);
    } else subscription.mayLackFrames = isMuted;
  }
}
