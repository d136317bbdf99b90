import { recordSpeech } from '@/components/ui/audio-recorder';
import { voiceHeights } from '@/lib/equalizer';
import type { SttFault } from './stt-machine';

/** A recording that is running. */
export interface SttRecording {
  startedAtMs: number;
  /** Heights of the equalizer's five bars for what the microphone hears now. */
  bars: () => number[];
  /** Stops recording and returns the file; frees the microphone at once. */
  finish: () => Promise<{ file: Blob; name: string }>;
  /** Stops recording and discards it. */
  discard: () => void;
}

interface RecordingOptions {
  /** False turns off echo cancellation, noise suppression and gain control. */
  isProcessed?: boolean;
  bitsPerSecond?: number;
}

/**
 * Opens the microphone and records it. `onEnded` fires if the recording ends by itself, as when the microphone is unplugged.
 * @throws DOMException NotAllowedError if it is refused, NotSupportedError if the browser cannot record
 */
export async function startRecording(
  onEnded: () => void,
  { isProcessed = true, bitsPerSecond }: RecordingOptions = {},
): Promise<SttRecording> {
  // An insecure page has no mediaDevices.
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in globalThis))
    throw new DOMException('This browser cannot record', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: isProcessed,
      noiseSuppression: isProcessed,
      autoGainControl: isProcessed,
    },
  });
  try {
    return recordStream(stream, onEnded, bitsPerSecond);
  } catch (error) {
    closeMicrophone(stream);
    throw error;
  }
}

/** Maps a failure of startRecording to a fault. */
export function faultOfRecording(error: unknown): 'denied' | SttFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotSupportedError' ? 'cannot_record' : 'microphone';
}

function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function recordStream(stream: MediaStream, onEnded: () => void, bitsPerSecond?: number): SttRecording {
  const chunks: Blob[] = [];
  const { recorder, extension, stopped } = recordSpeech(stream, (chunk) => chunks.push(chunk), bitsPerSecond);
  const meter = measure(stream);
  let isEnded = false;
  void stopped.then(() => {
    if (!isEnded) onEnded();
  });

  const end = () => {
    isEnded = true;
    if (recorder.state !== 'inactive') recorder.stop();
    closeMicrophone(stream);
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
        name: `recording.${extension}`,
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
