import { pcmRateHz } from '../../lib/server/audio/pcm.ts';
import { Resampler } from '../../lib/server/audio/resample.ts';
import { log } from '../../lib/server/platform/log.ts';
import { packetSamples } from './copy-file.ts';
import { CopyWriter } from './copy-writer.ts';
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
 * lasts from the first sound to the last moment at which the visitor's browser was connected.
 */
export class CallCopy {
  readonly #options: CopyOptions;
  readonly #visitor = new VoiceTrack(pcmRateHz);
  readonly #agent = new VoiceTrack(pcmRateHz);
  readonly #resampler: Resampler;
  #timer: NodeJS.Timeout | undefined;
  /** When the copy began, on the clock of `now`. */
  #startMs: number | undefined;
  /** Positions in samples since the copy began. */
  #writtenSamples = 0;
  #connectedUntil = 0;
  #writer: Promise<CopyWriter> | undefined;
  #lastWrite = Promise.resolve();
  /** True once the copy is closed or could not be written. Later sound is ignored. */
  #isClosed = false;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#resampler = new Resampler(options.voiceRateHz, pcmRateHz);
  }

  hearVisitor(samples: Int16Array): void {
    if (this.#isClosed) return;
    this.#start();
    this.#visitor.capture(samples, this.#nowSamples());
  }

  playAgent(samples: Int16Array): void {
    if (this.#isClosed) return;
    this.#start();
    this.#agent.play(this.#resampler.push(samples), this.#nowSamples());
  }

  stopAgent(): void {
    this.#agent.stop(this.#nowSamples());
  }

  /** Call it before the room is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isClosed) this.#queueWrite(0);
    this.#isClosed = true;
    await this.#lastWrite;
    await (await this.#writer?.catch(() => undefined))?.close();
  }

  #start(): void {
    if (this.#startMs !== undefined) return;
    this.#startMs = this.#nowMs();
    this.#timer = setInterval(() => this.#queueWrite(stepMs), stepMs);
  }

  /** Writes the sound that is older than `lagMs`, because a microphone's frames arrive late. */
  #queueWrite(lagMs: number): void {
    const now = this.#nowSamples();
    const isConnected = this.#options.isVisitorThere().catch(() => false);
    this.#lastWrite = this.#lastWrite
      .then(async () => {
        if (await isConnected) this.#connectedUntil = now;
        await this.#writeUntil(Math.min(this.#connectedUntil, now - (lagMs * pcmRateHz) / 1000));
      })
      .catch((cause: unknown) => this.#abandon(cause));
  }

  async #writeUntil(end: number): Promise<void> {
    if (this.#startMs === undefined) return;
    this.#writer ??= this.#options.begin().then((file) => CopyWriter.open(file));
    const writer = await this.#writer;
    const newSamples = Math.floor((end - this.#writtenSamples) / packetSamples) * packetSamples;
    if (newSamples <= 0) return writer.touch();
    this.#writtenSamples += newSamples;
    await writer.write(this.#visitor.take(this.#writtenSamples), this.#agent.take(this.#writtenSamples));
  }

  /** The call continues without its copy. */
  #abandon(cause: unknown): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    log.warn('copy_not_written', { room: this.#options.room }, cause);
  }

  #nowMs(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }

  /** Samples since the copy began. */
  #nowSamples(): number {
    const nowMs = this.#nowMs();
    return Math.round(((nowMs - (this.#startMs ?? nowMs)) * pcmRateHz) / 1000);
  }
}
