import { VAD, VADEventType, VADStream } from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';
import { type Samples, joinSamples } from '../../../lib/server/audio/pcm.ts';
import { speechOpensAfterMs } from '../../interview/timing.ts';
import { inference, vadOpensAt, vadStaysAt, windowMs } from '../audio/voice-activity.ts';

/** Silence that ends speech: later than the recogniser's end of an utterance, so that its words are on their way. */
const closesAfterMs = 256;
/** A voice as short as "mhm", and the silence by which it is known to be one. */
const backchannelMs = 640;
const backchannelEndMs = 96;

/**
 * The framework's detector counts the silence that it waits for as speech, so that 60 ms of a cough would interrupt the agent after
 * 300 ms. This one tells how much was voiced.
 */
export class VoiceDetector extends VAD {
  override label = 'ovoz.VoiceDetector';

  readonly onBackchannel: () => void;

  /** @param onBackchannel somebody was heard for no longer than a backchannel; more may follow */
  constructor(onBackchannel: () => void = () => {}) {
    super({ updateInterval: windowMs });
    this.onBackchannel = onBackchannel;
  }

  override get minSilenceDuration(): number {
    return closesAfterMs;
  }

  override stream(): VADStream {
    return new DetectorStream(this);
  }
}

class DetectorStream extends VADStream {
  readonly #model = inference.createVad();
  readonly #onBackchannel: () => void;

  constructor(detector: VoiceDetector) {
    super(detector);
    this.#onBackchannel = detector.onBackchannel;
    this.#run().catch((cause: unknown) => this.logger.error({ cause }, 'the voice detector has stopped'));
  }

  async #run(): Promise<void> {
    let speaking = false;
    let voicedMs = 0;
    let runMs = 0;
    let silentMs = 0;
    for await (const { samples, voice } of windowsOf(this.#frames())) {
      if (this.closed) return;
      const beganMs = performance.now();
      const probability = await (voice ?? this.#model.predict(samples));
      const inferenceDuration = performance.now() - beganMs;
      const voiced = probability >= (speaking ? vadStaysAt : vadOpensAt);
      runMs = voiced ? runMs + windowMs : 0;
      silentMs = voiced ? 0 : silentMs + windowMs;
      if (voiced && speaking) voicedMs += windowMs;
      const emit = (type: VADEventType, speechDuration: number) =>
        this.sendVADEvent({
          type,
          samplesIndex: 0,
          timestamp: Date.now(),
          speechDuration,
          silenceDuration: silentMs,
          frames: [],
          probability,
          inferenceDuration,
          speaking,
          rawAccumulatedSilence: silentMs,
          rawAccumulatedSpeech: runMs,
        });
      if (!speaking && runMs >= speechOpensAfterMs) {
        speaking = true;
        voicedMs = runMs;
        emit(VADEventType.START_OF_SPEECH, voicedMs);
      }
      emit(VADEventType.INFERENCE_DONE, voiced && speaking ? voicedMs : 0);
      if (speaking && silentMs === backchannelEndMs && voicedMs <= backchannelMs) this.#onBackchannel();
      if (!speaking || silentMs < closesAfterMs) continue;
      speaking = false;
      emit(VADEventType.END_OF_SPEECH, voicedMs);
    }
  }

  async *#frames(): AsyncGenerator<AudioFrame, void, undefined> {
    for (let read = await this.inputReader.read(); !read.done; read = await this.inputReader.read())
      if (typeof read.value === 'symbol') this.#model.reset();
      else yield read.value;
  }
}

const voices = new WeakMap<AudioFrame, Promise<number>>();

/** Asks the model once for each frame on its way to a session, which has two detectors: it is half of what a session takes of a core. */
export class VoiceModel {
  readonly #model = inference.createVad();
  #last: Promise<unknown> = Promise.resolve();

  /** @param frame of one window */
  hear(frame: AudioFrame): void {
    if (frame.data.length !== inference.VAD_WINDOW_SAMPLES) return;
    const samples = new Int16Array(frame.data);
    const voice = this.#last.then(() => this.#model.predict(samples));
    voices.set(frame, voice);
    this.#last = voice.catch(() => undefined);
  }
}

interface Window {
  samples: Samples;
  /** How likely somebody speaks in it, where the model has been asked. */
  voice?: Promise<number>;
}

/** Cuts frames into windows of the detector's length. */
export async function* windowsOf(
  frames: AsyncIterable<AudioFrame | symbol>,
): AsyncGenerator<Window, void, undefined> {
  const size = inference.VAD_WINDOW_SAMPLES;
  let rest: Samples = new Int16Array();
  for await (const frame of frames) {
    if (typeof frame === 'symbol') continue;
    // Copied, because the framework's frames may be views of memory that is written to again.
    const copy = new Int16Array(frame.data);
    if (rest.length === 0 && copy.length === size) {
      yield { samples: copy, voice: voices.get(frame) };
      continue;
    }
    const all = joinSamples([rest, copy]);
    let at = 0;
    for (; at + size <= all.length; at += size) yield { samples: all.slice(at, at + size) };
    rest = all.slice(at);
  }
}
