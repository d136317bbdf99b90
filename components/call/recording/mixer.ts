import { voiceHeights } from '@/lib/equalizer';
import type { Levels } from '../chart/ports';

interface MixerSide {
  input: GainNode;
  analyser: AnalyserNode;
  /** The analyser's samples, read many times a second into one buffer. */
  samples: Float32Array<ArrayBuffer>;
}

const quietestDb = -60;
const loudestDb = -12;
/** A clock that has not moved for this long has stopped. */
const stoppedAfterMs = 1000;

/** Both voices in one stereo stream: the visitor left, the agent right. The same graph measures how loud each is. */
export class Mixer {
  readonly #context = new AudioContext();
  readonly #output: MediaStreamAudioDestinationNode;
  readonly #visitor: MixerSide;
  readonly #agent: MixerSide;
  readonly #bothVoices: AnalyserNode;
  readonly #spectrum: Uint8Array<ArrayBuffer>;
  readonly #agentVoices = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>();
  #microphone: MediaStreamAudioSourceNode | undefined;
  #clock = { timeS: 0, movedAtMs: -Infinity };

  constructor() {
    this.#output = this.#context.createMediaStreamDestination();
    this.#output.channelCount = 2;
    const merger = this.#context.createChannelMerger(2);
    merger.connect(this.#output);
    this.#bothVoices = this.#context.createAnalyser();
    this.#bothVoices.fftSize = 512;
    this.#spectrum = new Uint8Array(this.#bothVoices.frequencyBinCount);
    this.#visitor = this.#createSide(merger, 0);
    this.#agent = this.#createSide(merger, 1);
    this.wake();
    this.#context.addEventListener('statechange', this.#recover);
    document.addEventListener('visibilitychange', this.#recoverWhenVisible);
  }

  /** False while levels and stream are silent. WebKit may call an interrupted context running, so the clock is checked. */
  get isRunning(): boolean {
    const { state, currentTime } = this.#context;
    const nowMs = performance.now();
    if (currentTime !== this.#clock.timeS) this.#clock = { timeS: currentTime, movedAtMs: nowMs };
    return state === 'running' && nowMs - this.#clock.movedAtMs < stoppedAfterMs;
  }

  get stream(): MediaStream {
    return this.#output.stream;
  }

  /** Sets the visitor's voice. A new track (another device) replaces the old one. */
  setMicrophone(track: MediaStreamTrack): void {
    this.#microphone?.disconnect();
    this.#microphone = this.#connectTrack(track, this.#visitor);
  }

  addAgentVoice(track: MediaStreamTrack): void {
    this.removeAgentVoice(track);
    this.#agentVoices.set(track, this.#connectTrack(track, this.#agent));
  }

  removeAgentVoice(track: MediaStreamTrack): void {
    this.#agentVoices.get(track)?.disconnect();
    this.#agentVoices.delete(track);
  }

  levels(): Levels {
    return { visitor: level(this.#visitor), agent: level(this.#agent) };
  }

  /** The heights of the equalizer's bars for both voices. */
  bars(): number[] {
    this.#bothVoices.getByteFrequencyData(this.#spectrum);
    return voiceHeights(this.#spectrum);
  }

  async close(): Promise<void> {
    this.#context.removeEventListener('statechange', this.#recover);
    document.removeEventListener('visibilitychange', this.#recoverWhenVisible);
    if (this.#context.state !== 'closed') await this.#context.close();
  }

  /** Resumes the audio graph. The browser refuses this until the visitor presses something. */
  wake(): void {
    if (this.#context.state !== 'running' && this.#context.state !== 'closed')
      this.#context.resume().catch(() => undefined);
  }

  /**
   * An interrupted context (phone call, Siri) must not be resumed early, or WebKit never continues it.
   * https://github.com/GetStream/stream-video-js/pull/2249
   */
  readonly #recover = (): void => {
    if (this.#context.state === 'suspended') this.wake();
  };

  readonly #recoverWhenVisible = (): void => {
    if (document.visibilityState === 'hidden') return;
    this.#recover();
    // A stuck context continues after a suspend. https://bugs.webkit.org/show_bug.cgi?id=263627
    const hasStopped = this.#clock.timeS > 0 && !this.isRunning;
    if (hasStopped && this.#context.state === 'running') this.#context.suspend().catch(() => undefined);
  };

  #createSide(merger: ChannelMergerNode, channel: number): MixerSide {
    const input = this.#context.createGain();
    input.channelCount = 1;
    input.channelCountMode = 'explicit';
    input.connect(merger, 0, channel);
    const analyser = this.#context.createAnalyser();
    analyser.fftSize = 1024;
    input.connect(analyser);
    input.connect(this.#bothVoices);
    return { input, analyser, samples: new Float32Array(analyser.fftSize) };
  }

  #connectTrack(track: MediaStreamTrack, side: MixerSide): MediaStreamAudioSourceNode {
    const source = this.#context.createMediaStreamSource(new MediaStream([track]));
    source.connect(side.input);
    return source;
  }
}

function level({ analyser, samples }: MixerSide): number {
  analyser.getFloatTimeDomainData(samples);
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return loudness(10 * Math.log10(power / samples.length));
}

/** Decibels of full scale as 0 to 1 between what counts as silent and as loud. */
function loudness(db: number): number {
  return Math.min(1, Math.max(0, (db - quietestDb) / (loudestDb - quietestDb)));
}
