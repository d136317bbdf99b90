import { type AudioFrame, FrameProcessor } from '@livekit/rtc-node';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';

/** Levels are dB of full scale, over blocks of this length at most: a syllable is louder than the average of a frame. */
const blockMs = 16;
const silentDb = -90;
/** While the agent speaks, anything quieter is no voice but a rest of echo cancellation. */
const floorDb = -45;
/** Assumed echo level relative to the agent's loudest, until one is measured; also its upper bound. */
const worstEchoDb = -11;
const marginDb = 4;
/** The longest delay of an echo: network and loudspeaker together. */
export const echoTailMs = 600;
/** The gate stays open for this long: two syllables differ by more than an echo and a voice. */
const holdMs = 260;
const measuredBlocks = 100;
const levelSamples = (voiceRateHz * blockMs) / 1000;

function levelDb(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  if (sum === 0) return silentDb;
  return Math.max(silentDb, 10 * Math.log10(sum / samples.length / 32_768 ** 2));
}

interface EchoGateOptions {
  /** The sound before the gate changes it. Copy it: its memory is written again. */
  onSound?: (samples: Int16Array) => void;
  /** ms; performance.now() without it */
  now?: () => number;
}

/**
 * Silences the agent's own voice in the visitor's microphone: while the agent speaks, only sound louder than the measured echo
 * passes.
 */
export class EchoGate extends FrameProcessor<AudioFrame> {
  readonly #agentSpeaks: () => boolean;
  readonly #onSound: (samples: Int16Array) => void;
  readonly #now: () => number;
  readonly #echo: number[] = [];
  #agentDb = silentDb;
  #spokeAtMs = -Infinity;
  #openUntilMs = -Infinity;
  #frames = 0;

  constructor(
    agentSpeaks: () => boolean,
    { onSound = () => {}, now = () => performance.now() }: EchoGateOptions = {},
  ) {
    super();
    this.#agentSpeaks = agentSpeaks;
    this.#onSound = onSound;
    this.#now = now;
  }

  heardAgent(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += levelSamples) {
      const db = levelDb(samples.subarray(at, at + levelSamples));
      // A peak that decays by 3 dB in 600 ms.
      this.#agentDb = Math.max(db, this.#agentDb - 0.08);
    }
  }

  /** How long ago the agent was heard last; about 0 while it speaks. */
  get sinceAgentMs(): number {
    return this.#now() - this.#spokeAtMs;
  }

  /** True unless the measured echo is inaudible, as with headphones. */
  get hasEcho(): boolean {
    return this.#echo.length < measuredBlocks || this.#loudEchoDb() >= floorDb;
  }

  /** True if a frame came since the last call. */
  tookFrames(): boolean {
    const took = this.#frames > 0;
    this.#frames = 0;
    return took;
  }

  override process(frame: AudioFrame): AudioFrame {
    this.#frames++;
    this.#onSound(frame.data);
    const nowMs = this.#now();
    if (this.#agentSpeaks()) this.#spokeAtMs = nowMs;
    if (this.sinceAgentMs > echoTailMs) return frame;
    const { data, sampleRate } = frame;
    const blocks = Math.ceil((data.length * 1000) / (sampleRate * blockMs));
    const size = Math.ceil(data.length / blocks);
    for (let at = 0; at < data.length; at += size) this.#gate(data.subarray(at, at + size), nowMs);
    return frame;
  }

  #gate(block: Int16Array, nowMs: number): void {
    const db = levelDb(block);
    if (db >= this.#thresholdDb()) this.#openUntilMs = nowMs + holdMs;
    else this.#measure(db);
    if (nowMs > this.#openUntilMs) block.fill(0);
  }

  override isEnabled(): boolean {
    return true;
  }

  override setEnabled(): void {}

  override close(): void {}

  #measure(db: number): void {
    this.#echo.push(db);
    if (this.#echo.length > measuredBlocks) this.#echo.shift();
  }

  #thresholdDb(): number {
    const worstDb = this.#agentDb + worstEchoDb;
    if (this.#echo.length < measuredBlocks) return Math.max(floorDb, worstDb);
    return Math.max(floorDb, Math.min(worstDb, this.#loudEchoDb() + marginDb));
  }

  #loudEchoDb(): number {
    return this.#echo.toSorted((a, b) => a - b)[Math.floor(measuredBlocks * 0.97)] ?? 0;
  }
}
