import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { type Samples, joinSamples, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Changes } from '../changes.ts';

const frameMs = 100;
/** The playout buffer absorbs scheduling delays. A pause empties it, so it does not delay a barge-in. */
const queueMs = 400;
const frameSamples = (voiceRateHz * frameMs) / 1000;

interface Publication {
  sid?: string;
  waitForSubscription(): Promise<unknown>;
}

/** The part of a room's local participant that is needed here. */
interface Publishing {
  publishTrack(track: LocalAudioTrack, options: TrackPublishOptions): Promise<Publication>;
}

export interface VoiceEvents {
  /** Called with each frame as the source receives it; the earlier frames play first. */
  onSound?(samples: Samples): void;
  /** Called when sound that was not heard yet is taken back from the source. */
  onSilenced?(): void;
}

/** Publishes the agent's voice as one track, one utterance at a time. A paused utterance resumes at the sample where it stopped. */
export class VoicePublisher {
  readonly #source = new AudioSource(voiceRateHz, 1, queueMs);
  readonly #events: VoiceEvents;
  /** Fires at the first frame of an utterance, and again if it was paused before the frame was heard. */
  onBegin = (): void => {};
  readonly #publication = Promise.withResolvers<Publication>();
  /** Frames that the source has received; the latest ones may not be heard yet. */
  #sentFrames: Samples[] = [];
  /** Sound that the source has not received yet. */
  #unsent: Samples[] = [];
  /** Samples of the utterance that were played for certain and are no longer in `#sentFrames`. */
  #playedSamples = 0;
  #pauseEnd: PromiseWithResolvers<void> | undefined;
  #sending: Promise<void> | undefined;
  /** Wakes waiters when sound has reached the source or was dropped. */
  readonly #changes = new Changes();
  #utteranceNumber = 0;

  constructor(events: VoiceEvents = {}) {
    this.#events = events;
  }

  /** @throws Error if the room is not connected or refuses the track */
  async publish(participant: Publishing | undefined): Promise<void> {
    if (participant === undefined) throw new Error('the room is not connected');
    const track = LocalAudioTrack.createAudioTrack('agent-voice', this.#source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    this.#publication.resolve(participant.publishTrack(track, options));
    await this.#publication.promise;
  }

  /** The published track, once somebody can hear it. */
  async subscribed(): Promise<Publication> {
    const publication = await this.#publication.promise;
    await publication.waitForSubscription();
    return publication;
  }

  get heardMs(): number {
    const sentSamples = this.#playedSamples + lengthOf(this.#sentFrames);
    return Math.max(0, (sentSamples * 1000) / voiceRateHz - this.#source.queuedDuration);
  }

  /** Continues the utterance. Resolves when at most one frame waits for the source, or the utterance was cleared. */
  async write(samples: Samples): Promise<void> {
    const utteranceNumber = this.#utteranceNumber;
    this.#unsent.push(samples);
    const sending = this.#sendUnsent();
    sending.catch(() => {});
    while (utteranceNumber === this.#utteranceNumber && lengthOf(this.#unsent) > frameSamples)
      await Promise.race([this.#changes.next, sending]);
  }

  /** Resolves when all of the utterance was heard or it was cleared; returns how much was heard, ms. */
  async untilPlayed(): Promise<number> {
    const utteranceNumber = this.#utteranceNumber;
    do {
      await this.#sendUnsent();
      await this.#source.waitForPlayout();
    } while (utteranceNumber === this.#utteranceNumber && this.#unsent.length > 0);
    const { heardMs } = this;
    if (utteranceNumber === this.#utteranceNumber) this.#startUtterance();
    return heardMs;
  }

  /** Falls silent at once and takes unheard sound back from the source. */
  pause(): void {
    if (this.#pauseEnd !== undefined) return;
    this.#pauseEnd = Promise.withResolvers();
    let unheardSamples = Math.round((this.#source.queuedDuration * voiceRateHz) / 1000);
    this.#clearSource();
    for (let frame = this.#sentFrames.pop(); frame !== undefined; frame = this.#sentFrames.pop()) {
      const heardSamples = Math.max(0, frame.length - unheardSamples);
      unheardSamples -= frame.length - heardSamples;
      if (heardSamples < frame.length) this.#unsent.unshift(frame.subarray(heardSamples));
      if (heardSamples > 0) this.#sentFrames.push(frame.subarray(0, heardSamples));
      if (unheardSamples <= 0) break;
    }
  }

  resume(): void {
    this.#pauseEnd?.resolve();
    this.#pauseEnd = undefined;
  }

  get isHeard(): boolean {
    return this.#pauseEnd === undefined && this.#playedSamples + this.#sentFrames.length > 0;
  }

  /** Falls silent at once and drops the utterance; returns how much of it was heard, ms. */
  clear(): number {
    const { heardMs } = this;
    if (!this.#source.closed) this.#clearSource();
    this.#startUtterance();
    return heardMs;
  }

  async close(): Promise<void> {
    this.clear();
    await this.#source.close();
  }

  #clearSource(): void {
    this.#source.clearQueue();
    this.#events.onSilenced?.();
  }

  /** A pause ends with its utterance. */
  #startUtterance(): void {
    this.#utteranceNumber++;
    this.#unsent = [];
    this.#sentFrames = [];
    this.#playedSamples = 0;
    this.resume();
    this.#changes.notify();
  }

  #sendUnsent(): Promise<void> {
    this.#sending ??= this.#sendFrames().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendFrames(): Promise<void> {
    await this.subscribed();
    while (this.#unsent.length > 0) {
      await this.#pauseEnd?.promise;
      const frame = this.#nextFrame();
      if (frame.length === 0) return;
      if (this.#playedSamples === 0 && this.#sentFrames.length === 0) this.onBegin();
      this.#events.onSound?.(frame);
      this.#sentFrames.push(frame);
      // Older frames than the source can hold cannot be taken back by `pause`.
      while (lengthOf(this.#sentFrames) > (2 * queueMs * voiceRateHz) / 1000)
        this.#playedSamples += this.#sentFrames.shift()?.length ?? 0;
      const capturing = this.#source.captureFrame(new AudioFrame(frame, voiceRateHz, 1, frame.length));
      this.#changes.notify();
      await capturing;
    }
  }

  #nextFrame(): Samples {
    const pieces: Samples[] = [];
    for (let missingSamples = frameSamples; missingSamples > 0;) {
      const nextPiece = this.#unsent.shift();
      if (nextPiece === undefined) break;
      pieces.push(nextPiece.subarray(0, missingSamples));
      if (nextPiece.length > missingSamples) this.#unsent.unshift(nextPiece.subarray(missingSamples));
      missingSamples -= Math.min(missingSamples, nextPiece.length);
    }
    return joinSamples(pieces);
  }
}

function lengthOf(pieces: readonly Samples[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
