/** Plays samples while more of them arrive; can pause, and seek in what is there. */
export interface PcmPlayer {
  append(samples: Int16Array): void;
  /** No more samples come. */
  finish(): void;
  play(): void;
  pause(): void;
  seek(positionS: number): void;
  positionS(): number;
  durationS(): number;
  /** All samples so far, as one. */
  samples(): Int16Array<ArrayBuffer>;
  close(): void;
}

/** Room for the next piece to be decoded and scheduled in. */
const leadS = 0.06;
const full = 32_768;

/** @param onEnded called when the last sample was heard */
export function createPcmPlayer(sampleRateHz: number, onEnded: () => void): PcmPlayer {
  const context = new AudioContext();
  const pieces: Int16Array[] = [];
  let length = 0;
  let finished = false;
  let playing = false;
  /** What is scheduled: `fromSample` is heard at `atS` of the context's clock, and all after it follows. */
  let anchor = { atS: 0, fromSample: 0 };
  let scheduledTo = 0;
  let sources: AudioBufferSourceNode[] = [];

  const position = () => {
    if (!playing) return anchor.fromSample;
    const heard = anchor.fromSample + (context.currentTime - anchor.atS) * sampleRateHz;
    return Math.max(anchor.fromSample, Math.min(scheduledTo, heard));
  };

  function silence() {
    for (const source of sources) {
      source.onended = null;
      source.stop();
    }
    sources = [];
  }

  function all(): Int16Array<ArrayBuffer> {
    const joined = new Int16Array(length);
    let at = 0;
    for (const piece of pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }

  function schedule(samples: Int16Array) {
    if (samples.length === 0) return;
    const dueS = anchor.atS + (scheduledTo - anchor.fromSample) / sampleRateHz;
    if (dueS < context.currentTime) anchor = { atS: context.currentTime + leadS, fromSample: scheduledTo };
    const buffer = context.createBuffer(1, samples.length, sampleRateHz);
    buffer.copyToChannel(
      Float32Array.from(samples, (value) => value / full),
      0,
    );
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(anchor.atS + (scheduledTo - anchor.fromSample) / sampleRateHz);
    scheduledTo += samples.length;
    source.onended = () => {
      sources = sources.filter((other) => other !== source);
      if (finished && sources.length === 0) end();
    };
    sources.push(source);
  }

  function end() {
    playing = false;
    anchor = { atS: 0, fromSample: 0 };
    onEnded();
  }

  function playFrom(sample: number) {
    silence();
    playing = true;
    anchor = { atS: context.currentTime + leadS, fromSample: sample };
    scheduledTo = sample;
    void context.resume();
    schedule(all().subarray(sample));
  }

  return {
    append(samples) {
      pieces.push(samples);
      length += samples.length;
      if (playing) schedule(samples);
    },
    finish() {
      finished = true;
      if (playing && sources.length === 0) end();
    },
    play: () => playFrom(Math.floor(anchor.fromSample)),
    pause() {
      const heard = Math.floor(position());
      silence();
      playing = false;
      anchor = { atS: 0, fromSample: heard };
    },
    seek(positionS) {
      const sample = Math.max(0, Math.min(length, Math.floor(positionS * sampleRateHz)));
      if (playing) playFrom(sample);
      else anchor = { atS: 0, fromSample: sample };
    },
    positionS: () => position() / sampleRateHz,
    durationS: () => length / sampleRateHz,
    samples: all,
    close() {
      silence();
      void context.close();
    },
  };
}
