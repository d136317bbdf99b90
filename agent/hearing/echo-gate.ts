import { type AudioFrame, FrameProcessor } from '@livekit/rtc-node';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';

/** Levels are dB of full scale. Blocks are this short because a syllable is louder than the average of a whole frame. */
const blockMs = 16;
const silentDb = -90;
/** While the agent speaks, anything quieter is not a voice, but what echo cancellation has left. */
const floorDb = -45;
/** Assumed echo level relative to the agent's loudest, until one is measured; also its upper bound. */
const worstEchoDb = -11;
const marginDb = 4;
/** The longest delay of an echo: network and loudspeaker together. */
export const echoTailMs = 600;
/** The gate stays open for this long after a loud block, because two syllables may differ more than an echo and a voice. */
const holdMs = 260;
/** The number of quiet blocks after which the echo counts as measured. */
const measuredBlocks = 100;
const levelSamples = (voiceRateHz * blockMs) / 1000;

function levelDb(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  if (sum === 0) return silentDb;
  return Math.max(silentDb, 10 * Math.log10(sum / samples.length / 32_768 ** 2));
}

interface EchoGateOptions {
  /** Receives the sound before the gate changes it. Copy it, because its memory is reused. */
  onSound?: (samples: Int16Array) => void;
  /** ms; performance.now() without it */
  now?: () => number;
}

/**
 * Silences the agent's own voice in the visitor's microphone: while the agent speaks, only sound louder than the measured echo
 * passes.
 */
export class EchoGate extends FrameProcessor<AudioFrame> {
  readonly #isAgentSpeaking: () => boolean;
  readonly #onSound: (samples: Int16Array) => void;
  readonly #now: () => number;
  readonly #echoLevelsDb: number[] = [];
  #agentDb = silentDb;
  #agentSpokeAtMs = -Infinity;
  #openUntilMs = -Infinity;
  #frameCount = 0;

  constructor(
    isAgentSpeaking: () => boolean,
    { onSound = () => {}, now = () => performance.now() }: EchoGateOptions = {},
  ) {
    super();
    this.#isAgentSpeaking = isAgentSpeaking;
    this.#onSound = onSound;
    this.#now = now;
  }

  hearAgent(samples: Int16Array): void {
    for (let start = 0; start < samples.length; start += levelSamples) {
      const db = levelDb(samples.subarray(start, start + levelSamples));
      // A peak that decays by 3 dB in 600 ms.
      this.#agentDb = Math.max(db, this.#agentDb - 0.08);
    }
  }

  /** How long ago the agent was heard last; about 0 while it speaks. */
  get sinceAgentMs(): number {
    return this.#now() - this.#agentSpokeAtMs;
  }

  /** True unless the measured echo is inaudible, as with headphones. */
  get hasEcho(): boolean {
    return this.#echoLevelsDb.length < measuredBlocks || this.#loudEchoDb() >= floorDb;
  }

  /** True if a frame has arrived since the last call. */
  tookFrames(): boolean {
    const hasFrames = this.#frameCount > 0;
    this.#frameCount = 0;
    return hasFrames;
  }

  override process(frame: AudioFrame): AudioFrame {
    this.#frameCount++;
    this.#onSound(frame.data);
    const nowMs = this.#now();
    if (this.#isAgentSpeaking()) this.#agentSpokeAtMs = nowMs;
    if (this.sinceAgentMs > echoTailMs) return frame;
    const { data, sampleRate } = frame;
    const blocks = Math.ceil((data.length * 1000) / (sampleRate * blockMs));
    const blockSamples = Math.ceil(data.length / blocks);
    for (let start = 0; start < data.length; start += blockSamples)
      this.#gate(data.subarray(start, start + blockSamples), nowMs);
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
    this.#echoLevelsDb.push(db);
    if (this.#echoLevelsDb.length > measuredBlocks) this.#echoLevelsDb.shift();
  }

  #thresholdDb(): number {
    const worstDb = this.#agentDb + worstEchoDb;
    if (this.#echoLevelsDb.length < measuredBlocks) return Math.max(floorDb, worstDb);
    return Math.max(floorDb, Math.min(worstDb, this.#loudEchoDb() + marginDb));
  }

  #loudEchoDb(): number {
    return this.#echoLevelsDb.toSorted((a, b) => a - b)[Math.floor(measuredBlocks * 0.97)] ?? 0;
  }
}
