import { voiceHeights } from '@/lib/equalizer';

/** A recording that is running. */
export interface SttRecording {
  startedAtMs: number;
  /** Heights of the equalizer's five bars for what the microphone hears now. */
  bars: () => number[];
  /** Ends it and gives the file; the microphone is free at once. */
  finish: () => Promise<{ file: Blob; name: string }>;
  /** Ends it for nothing. */
  discard: () => void;
}

/** In the order of preference; Safari before 18.4 has MP4 alone. */
const formats: [type: string, extension: string][] = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg;codecs=opus', 'ogg'],
];

/** Speech at this rate, in bits a second, is heard as well as at any higher one. */
const bitRate = 32_000;

/**
 * Opens the microphone and records it. `onEnded` is called when the recording ends, also by itself: an unplugged microphone.
 * @throws DOMException as getUserMedia does: NotAllowedError where the visitor or the browser refuses it
 */
export async function startRecording(onEnded: () => void): Promise<SttRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const format = formats.find(([type]) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitRate,
    ...(format && { mimeType: format[0] }),
  });
  const meter = measure(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve(), { once: true });
  });
  void stopped.then(onEnded);
  recorder.start(1000);

  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    meter.close();
  };
  return {
    startedAtMs: Date.now(),
    bars: meter.bars,
    discard: end,
    finish: async () => {
      end();
      await stopped;
      return {
        file: new Blob(chunks, { type: recorder.mimeType }),
        name: `recording.${format?.[1] ?? 'webm'}`,
      };
    },
  };
}

function measure(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const spectrum = new Uint8Array(analyser.frequencyBinCount);
  return {
    bars: () => {
      analyser.getByteFrequencyData(spectrum);
      return voiceHeights(spectrum);
    },
    close: () => void context.close(),
  };
}
