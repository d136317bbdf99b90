/** Appends samples to one buffer, which grows without a copy for each piece. */
export class GrowingSamples {
  #buffer = new Int16Array(1 << 18);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(samples: Int16Array): void {
    const length = this.#length + samples.length;
    if (length > this.#buffer.length) {
      const largerBuffer = new Int16Array(Math.max(length, this.#buffer.length * 2));
      largerBuffer.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = largerBuffer;
    }
    this.#buffer.set(samples, this.#length);
    this.#length = length;
  }

  /** Returns a view of the current samples. A later append may move the buffer. */
  part(from = 0, to = this.#length): Int16Array<ArrayBuffer> {
    return this.#buffer.subarray(from, Math.min(to, this.#length));
  }
}

/** Plays samples while more arrive. It can pause, and seek within the samples that have arrived. */
export interface PcmPlayer {
  append(samples: Int16Array): void;
  /** No more samples come. */
  finish(): void;
  play(): void;
  pause(): void;
  seek(positionS: number): void;
  positionS(): number;
  durationS(): number;
  /** All samples so far. */
  samples(): Int16Array<ArrayBuffer>;
  close(): void;
}

/** Time for the browser's audio thread to take over a piece. */
const leadS = 0.06;
/** A piece that is due sooner may begin late, and then overlaps with the next one. */
const lateS = 0.02;
/** Schedules this far ahead, in pieces of `pieceS`. This keeps seeking cheap in long sounds. */
const aheadS = 8;
const pieceS = 4;
const fullScale = 32_768;

/**
 * @param context at the sound's own rate, so that pieces join without a seam; the player closes it
 * @param onEnded called when the last sample was heard
 */
export function createPcmPlayer(context: AudioContext, onEnded: () => void): PcmPlayer {
  const { sampleRate: sampleRateHz } = context;
  const sound = new GrowingSamples();
  let isFinished = false;
  let isPlaying = false;
  /** The schedule: `fromSample` plays at `atSample` of the context's clock, and the rest follows it. */
  let anchor = { atSample: 0, fromSample: 0 };
  let scheduledTo = 0;
  let sources: AudioBufferSourceNode[] = [];

  const nowSample = () => Math.round(context.currentTime * sampleRateHz);

  function position(): number {
    if (!isPlaying) return anchor.fromSample;
    const playedTo = anchor.fromSample + nowSample() - anchor.atSample;
    return Math.max(anchor.fromSample, Math.min(scheduledTo, playedTo));
  }

  function stopSources() {
    for (const source of sources) {
      source.onended = null;
      source.stop();
    }
    sources = [];
  }

  function anchorAt(sample: number) {
    anchor = { atSample: nowSample() + Math.round(leadS * sampleRateHz), fromSample: sample };
    scheduledTo = sample;
  }

  /** Schedules the samples that have arrived, as far ahead as needed. After a gap it starts from now. */
  function scheduleAhead() {
    const dueSample = () => anchor.atSample + scheduledTo - anchor.fromSample;
    while (scheduledTo < sound.length && scheduledTo - position() < aheadS * sampleRateHz) {
      const samples = sound.part(scheduledTo, scheduledTo + pieceS * sampleRateHz);
      // This takes a while on a slow machine, so the clock is read afterwards.
      const source = createSource(samples);
      if (dueSample() < nowSample() + lateS * sampleRateHz) anchorAt(scheduledTo);
      source.start(dueSample() / sampleRateHz);
      scheduledTo += samples.length;
    }
    if (isFinished && sources.length === 0) end();
  }

  function createSource(samples: Int16Array): AudioBufferSourceNode {
    const buffer = context.createBuffer(1, samples.length, sampleRateHz);
    const floats = Float32Array.from(samples, (value) => value / fullScale);
    buffer.copyToChannel(floats, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.onended = () => {
      sources = sources.filter((other) => other !== source);
      scheduleAhead();
    };
    sources.push(source);
    return source;
  }

  function end() {
    isPlaying = false;
    anchor = { atSample: 0, fromSample: 0 };
    onEnded();
  }

  function playFrom(sample: number) {
    stopSources();
    isPlaying = true;
    anchorAt(sample);
    void context.resume();
    scheduleAhead();
  }

  return {
    append(samples) {
      sound.append(samples);
      if (isPlaying) scheduleAhead();
    },
    finish() {
      isFinished = true;
      if (isPlaying) scheduleAhead();
    },
    play: () => playFrom(anchor.fromSample),
    pause() {
      const pausedAt = position();
      stopSources();
      isPlaying = false;
      anchor = { atSample: 0, fromSample: pausedAt };
    },
    seek(positionS) {
      const sample = Math.max(0, Math.min(sound.length, Math.round(positionS * sampleRateHz)));
      if (isPlaying) playFrom(sample);
      else anchor = { atSample: 0, fromSample: sample };
    },
    positionS: () => position() / sampleRateHz,
    durationS: () => sound.length / sampleRateHz,
    samples: () => sound.part(),
    close() {
      stopSources();
      void context.close();
    },
  };
}
