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
/** Playout buffer: absorbs scheduling delay. Pausing takes it back, so it costs no time at a barge-in. */
const queueMs = 400;
/** At most one frame waits for the queue. */
const aheadSamples = (voiceRateHz * frameMs) / 1000;

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

/** Publishes the agent's voice as one track, one passage at a time. A paused passage resumes at the sample where it stopped. */
export class VoicePublisher {
  readonly #source = new AudioSource(voiceRateHz, 1, queueMs);
  readonly #events: VoiceEvents;
  /** Fires at the first frame of a passage, and again if it was paused before the frame was heard. */
  onBegin = (): void => {};
  readonly #published = Promise.withResolvers<Publication>();
  /** Passed to the source; its end may not be heard yet. */
  #sent: Samples[] = [];
  #waiting: Samples[] = [];
  #heard = 0;
  #paused: PromiseWithResolvers<void> | undefined;
  #sending: Promise<void> | undefined;
  /** Wakes waiters when sound has reached the source or was dropped. */
  readonly #changes = new Changes();
  #passage = 0;

  constructor(events: VoiceEvents = {}) {
    this.#events = events;
    this.#published.promise.catch(() => {});
  }

  /** @throws Error if the room is not connected or refuses the track */
  async publish(participant: Publishing | undefined): Promise<void> {
    try {
      if (participant === undefined) throw new Error('the room is not connected');
      const track = LocalAudioTrack.createAudioTrack('agent-voice', this.#source);
      const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
      this.#published.resolve(await participant.publishTrack(track, options));
    } catch (cause) {
      this.#published.reject(cause);
      throw cause;
    }
  }

  /** The published track, once somebody can hear it. */
  async subscribed(): Promise<Publication> {
    const publication = await this.#published.promise;
    await publication.waitForSubscription();
    return publication;
  }

  get heardMs(): number {
    const sent = this.#heard + lengthOf(this.#sent);
    return Math.max(0, (sent * 1000) / voiceRateHz - this.#source.queuedDuration);
  }

  /** Continues the passage. Resolves when there is room for more, or the passage was cleared. */
  async write(samples: Samples): Promise<void> {
    const passage = this.#passage;
    this.#waiting.push(samples);
    const sending = this.#send();
    sending.catch(() => {});
    while (passage === this.#passage && lengthOf(this.#waiting) > aheadSamples)
      await Promise.race([this.#changes.next, sending]);
  }

  /** Resolves when all of the passage was heard or it was cleared; returns how much was heard, ms. */
  async untilPlayed(): Promise<number> {
    const passage = this.#passage;
    do {
      await this.#send();
      await this.#source.waitForPlayout();
    } while (passage === this.#passage && this.#waiting.length > 0);
    const { heardMs } = this;
    if (passage === this.#passage) this.#begin();
    return heardMs;
  }

  /** Falls silent at once and takes unheard sound back from the source. */
  pause(): void {
    if (this.#paused !== undefined) return;
    this.#paused = Promise.withResolvers();
    let unheard = Math.round((this.#source.queuedDuration * voiceRateHz) / 1000);
    this.#takeBack();
    for (let last = this.#sent.pop(); last !== undefined; last = this.#sent.pop()) {
      const heard = Math.max(0, last.length - unheard);
      unheard -= last.length - heard;
      if (heard < last.length) this.#waiting.unshift(last.subarray(heard));
      if (heard > 0) this.#sent.push(last.subarray(0, heard));
      if (unheard <= 0) break;
    }
  }

  resume(): void {
    this.#paused?.resolve();
    this.#paused = undefined;
  }

  get isPaused(): boolean {
    return this.#paused !== undefined;
  }

  get isHeard(): boolean {
    return !this.isPaused && this.#heard + this.#sent.length > 0;
  }

  /** Falls silent at once and drops the passage; returns how much of it was heard, ms. */
  clear(): number {
    const { heardMs } = this;
    if (!this.#source.closed) this.#takeBack();
    this.#begin();
    return heardMs;
  }

  async close(): Promise<void> {
    this.clear();
    this.resume();
    await this.#source.close();
  }

  #takeBack(): void {
    this.#source.clearQueue();
    this.#events.onSilenced?.();
  }

  #begin(): void {
    this.#passage++;
    this.#waiting = [];
    this.#sent = [];
    this.#heard = 0;
    this.#changes.notify();
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendWaiting().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    await this.subscribed();
    while (this.#waiting.length > 0) {
      await this.#paused?.promise;
      const frame = this.#nextFrame();
      if (frame.length === 0) return;
      if (this.#heard === 0 && this.#sent.length === 0) this.onBegin();
      this.#events.onSound?.(frame);
      this.#sent.push(frame);
      // `pause` takes back no more than the source can hold.
      while (lengthOf(this.#sent) > (2 * queueMs * voiceRateHz) / 1000)
        this.#heard += this.#sent.shift()?.length ?? 0;
      const capturing = this.#source.captureFrame(new AudioFrame(frame, voiceRateHz, 1, frame.length));
      this.#changes.notify();
      await capturing;
    }
  }

  #nextFrame(): Samples {
    const pieces: Samples[] = [];
    for (let room = aheadSamples; room > 0;) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      pieces.push(next.subarray(0, room));
      if (next.length > room) this.#waiting.unshift(next.subarray(room));
      room -= Math.min(room, next.length);
    }
    return joinSamples(pieces);
  }
}

function lengthOf(pieces: readonly Samples[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
