import { pcmRateHz, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { log } from '../../lib/server/platform/log.ts';
import { CopyWriter } from './copy-writer.ts';
import { packetMs } from './ogg-opus.ts';
import { VoiceTrack } from './voice-track.ts';

/** The copy is written in steps of this length; a killed agent loses two of them. */
const stepMs = 1_000;

export interface CopyOptions {
  /** Creates the folder of the copy. @returns the file for its sound */
  begin: () => Promise<string>;
  room: string;
  isVisitorThere: () => Promise<boolean>;
  /** ms; performance.now() without it */
  now?: () => number;
}

/**
 * The agent's own recording of a call, as the browser makes one: the visitor on the left channel, the agent on the right one. It
 * lasts from the agent's first sound to the last moment at which the visitor's browser was connected. The agent speaks only in a
 * call that the web app has accepted.
 */
export class CallCopy {
  readonly #options: CopyOptions;
  readonly #now: () => number;
  readonly #visitor = new VoiceTrack(pcmRateHz);
  readonly #agent = new VoiceTrack(voiceRateHz);
  #timer: NodeJS.Timeout | undefined;
  /** When the copy began, on the clock of `now`. */
  #startMs: number | undefined;
  /** Since the copy began. */
  #writtenMs = 0;
  #connectedMs = 0;
  #writer: Promise<CopyWriter> | undefined;
  #lastWrite = Promise.resolve();
  /** True once the copy is closed or could not be written. Later sound is ignored. */
  #isClosed = false;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  hearVisitor(samples: Int16Array): void {
    if (this.#isClosed || this.#startMs === undefined) return;
    this.#visitor.capture(samples, this.#lengthMs());
  }

  playAgent(samples: Int16Array): void {
    if (this.#isClosed) return;
    this.#start();
    this.#agent.play(samples, this.#lengthMs());
  }

  stopAgent(): void {
    this.#agent.stop(this.#lengthMs());
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
    this.#startMs = this.#now();
    this.#timer = setInterval(() => this.#queueWrite(stepMs), stepMs);
  }

  /** Writes the sound that is older than `lagMs`, because a microphone's frames arrive late. */
  #queueWrite(lagMs: number): void {
    const lengthMs = this.#lengthMs();
    const isConnected = this.#options.isVisitorThere().catch(() => false);
    this.#lastWrite = this.#lastWrite
      .then(async () => {
        if (await isConnected) this.#connectedMs = lengthMs;
        await this.#writeUntil(Math.min(this.#connectedMs, lengthMs - lagMs));
      })
      .catch((cause: unknown) => this.#abandon(cause));
  }

  async #writeUntil(endMs: number): Promise<void> {
    if (this.#startMs === undefined) return;
    this.#writer ??= this.#options.begin().then((file) => CopyWriter.open(file));
    const writer = await this.#writer;
    const newPackets = Math.floor((endMs - this.#writtenMs) / packetMs);
    if (newPackets <= 0) return writer.touch();
    this.#writtenMs += newPackets * packetMs;
    await writer.write(this.#visitor.take(this.#writtenMs), this.#agent.take(this.#writtenMs));
  }

  /** The call continues without its copy. */
  #abandon(cause: unknown): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    log.warn('copy_not_written', { room: this.#options.room }, cause);
  }

  /** The time since the copy began. */
  #lengthMs(): number {
    const nowMs = this.#now();
    return nowMs - (this.#startMs ?? nowMs);
  }
}
