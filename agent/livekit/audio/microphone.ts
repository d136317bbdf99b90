import {
  AudioStream,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent as LiveKitEvent,
  TrackKind,
  TrackSource,
} from '@livekit/rtc-node';
import { log } from '../../../lib/server/platform/log.ts';
import { type Waits, defaultWaits } from '../../interview/timing.ts';
import type { RoomEvent } from '../conversation.ts';
import type { EchoGate } from './echo-gate.ts';
import { isVisitor } from '../participants.ts';
import { vadRateHz, windowMs } from './voice-activity.ts';

/** A microphone that is subscribed and unmuted gives frames all the time. */
const noFramesMs = 3_000;

interface Subscription {
  track: RemoteTrack;
  publication: RemoteTrackPublication;
  /** Since the last look at its frames. */
  isNew: boolean;
}

/**
 * The visitor's microphone in a room, in frames of one VAD window behind the echo gate: shorter ones cost an AgentSession half as much again.
 * A reloaded page brings another microphone, which takes the place of the first.
 */
export class Microphone {
  readonly #room: Room;
  readonly #gate: EchoGate;
  readonly #onFrames: (frames: AudioStream) => void;
  readonly #waits: Pick<Waits, 'answerMs' | 'typedAnswerMs'>;
  readonly #watch: NodeJS.Timeout;
  #current: Subscription | undefined;
  #writes = false;
  #closed = false;

  /** @param onFrames takes the place of the frames before, which the taker cancels; they end with their track */
  constructor(
    room: Room,
    gate: EchoGate,
    onFrames: (frames: AudioStream) => void,
    waits: Pick<Waits, 'answerMs' | 'typedAnswerMs'> = defaultWaits,
  ) {
    this.#room = room;
    this.#gate = gate;
    this.#waits = waits;
    this.#onFrames = onFrames;
    this.#watch = setInterval(() => this.#reopenSilent(), noFramesMs);
    room
      .on(LiveKitEvent.TrackSubscribed, (track, publication, participant) => {
        if (!isVisitor(participant) || track.kind !== TrackKind.KIND_AUDIO) return;
        if (publication.source === TrackSource.SOURCE_MICROPHONE) this.#open(track, publication);
      })
      .on(LiveKitEvent.TrackUnsubscribed, (track) => {
        if (this.#current?.track === track) this.#current = undefined;
      });
  }

  /** Notes whether the visitor types, even with a microphone. */
  note(event: RoomEvent): void {
    if (event.type === 'visitor_writes') this.#writes = event.writing;
    else if (event.type === 'visitor_typed') this.#writes = true;
    else if (event.type === 'visitor_lost') this.#writes = false;
  }

  /** A spoken answer ends typing until the page tells otherwise. */
  heardAnswer(): void {
    this.#writes = false;
  }

  get visitorWrites(): boolean {
    return this.#writes;
  }

  /** How long a question waits for an answer: longer for a visitor who types or has no microphone. A muted one is told by the page that nothing is heard. */
  get answerWaitMs(): number {
    return this.#current === undefined || this.#writes ? this.#waits.typedAnswerMs : this.#waits.answerMs;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#watch);
    this.#current = undefined;
  }

  #open(track: RemoteTrack, publication: RemoteTrackPublication): void {
    if (this.#closed) return;
    this.#current = { track, publication, isNew: true };
    this.#onFrames(
      new AudioStream(track, {
        sampleRate: vadRateHz,
        numChannels: 1,
        frameSizeMs: windowMs,
        noiseCancellation: this.#gate,
        autoCloseNoiseCancellation: false,
      }),
    );
  }

  /** Reopens a microphone that is subscribed but gives no frames: one in some hundred does not. */
  #reopenSilent(): void {
    const tookFrames = this.#gate.tookFrames();
    const current = this.#current;
    if (current === undefined || current.publication.muted === true) return;
    if (!current.isNew && !tookFrames) {
      log.warn('microphone_gives_no_frames', { room: this.#room.name });
      this.#open(current.track, current.publication);
    } else current.isNew = false;
  }
}
