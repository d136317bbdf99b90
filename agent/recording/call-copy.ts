import { pcmRateHz } from '../../lib/server/audio/pcm.ts';
import { Resampler } from '../../lib/server/audio/resample.ts';
import { log } from '../../lib/server/platform/log.ts';
import { CopyWriter, packetSamples } from './copy-writer.ts';
import { VoiceTrack } from './voice-track.ts';

/** The copy is written in steps of this length; a killed agent loses two of them. */
const stepMs = 1_000;

export interface CopyOptions {
  /** Creates the folder of the copy. @returns the file for its sound */
  begin: () => Promise<string>;
  room: string;
  /** The rate of the agent's voice; the visitor's microphone comes at pcmRateHz. */
  voiceRateHz: number;
  isVisitorThere: () => Promise<boolean>;
  /** ms; performance.now() without it */
  now?: () => number;
}

/**
 * The agent's own recording of a call, as the browser makes one: the visitor on the left channel, the agent on the right one. It
 * lasts
 * from the first sound to the last moment at which the visitor's browser was there.
 */
export class CallCopy {
  readonly #options: CopyOptions;
  readonly #visitor = new VoiceTrack(pcmRateHz);
  readonly #agent = new VoiceTrack(pcmRateHz);
  readonly #resampler: Resampler;
  #timer: NodeJS.Timeout | undefined;
  /** When the copy began, on the clock of `now`. */
  #startMs: number | undefined;
  #writtenTo = 0;
  #thereUntil = 0;
  #writer: Promise<CopyWriter> | undefined;
  #step = Promise.resolve();
  /** True once the copy is closed or could not be written. Later sound is ignored. */
  #isOver = false;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#resampler = new Resampler(options.voiceRateHz, pcmRateHz);
  }

  hearVisitor(samples: Int16Array): void {
    if (this.#isOver) return;
    this.#start();
    this.#visitor.capture(samples, this.#now());
  }

  playAgent(samples: Int16Array): void {
    if (this.#isOver) return;
    this.#start();
    this.#agent.play(this.#resampler.push(samples), this.#now());
  }

  stopAgent(): void {
    this.#agent.stop(this.#now());
  }

  /** Call it before the room is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isOver) this.#write(0);
    this.#isOver = true;
    await this.#step;
    await (await this.#writer?.catch(() => undefined))?.close();
  }

  #start(): void {
    if (this.#startMs !== undefined) return;
    this.#startMs = this.#nowMs();
    this.#timer = setInterval(() => this.#write(stepMs), stepMs);
  }

  /** Writes what is older than `lagMs`: a microphone's frames arrive late. */
  #write(lagMs: number): void {
    const now = this.#now();
    const isThere = this.#options.isVisitorThere().catch(() => false);
    this.#step = this.#step
      .then(async () => {
        if (await isThere) this.#thereUntil = now;
        await this.#writeTo(Math.min(this.#thereUntil, now - (lagMs * pcmRateHz) / 1000));
      })
      .catch((cause: unknown) => this.#giveUp(cause));
  }

  async #writeTo(end: number): Promise<void> {
    if (this.#startMs === undefined) return;
    this.#writer ??= this.#options.begin().then((file) => CopyWriter.open(file));
    const writer = await this.#writer;
    const samples = Math.floor((end - this.#writtenTo) / packetSamples) * packetSamples;
    if (samples <= 0) return writer.touch();
    this.#writtenTo += samples;
    await writer.write(this.#visitor.take(this.#writtenTo), this.#agent.take(this.#writtenTo));
  }

  /** A call continues without its copy. */
  #giveUp(cause: unknown): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    log.warn('copy_not_written', { room: this.#options.room }, cause);
  }

  #nowMs(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }

  /** Samples since the copy began. */
  #now(): number {
    const nowMs = this.#nowMs();
    return Math.round(((nowMs - (this.#startMs ?? nowMs)) * pcmRateHz) / 1000);
  }
}
