/** In order of preference; Safari before 18.4 has only MP4. */
const formats: [mime: string, extension: string][] = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/webm', 'webm'],
  ['audio/mp4;codecs=opus', 'mp4'],
  ['audio/mp4', 'mp4'],
  ['audio/ogg;codecs=opus', 'ogg'],
];

/** Bits a second at which speech is clear in one or two channels; 17 minutes stay under 4.5 MB. */
const speechBitsPerSecond = 32_000;

const chunkMs = 1000;

export interface AudioRecorder {
  recorder: MediaRecorder;
  /** The container and codec, as MediaRecorder names them; empty if the browser decides. */
  mime: string;
  /** The ending of the file's name, without the dot. */
  extension: string;
  /** Settles when the recorder has stopped, also by itself, and its last chunk has arrived. */
  stopped: Promise<void>;
}

/**
 * Records speech in chunks of a second, as webm/opus if the browser can.
 * @throws NotSupportedError if the browser cannot record
 */
export function recordSpeech(
  stream: MediaStream,
  onChunk: (chunk: Blob) => void,
  bitsPerSecond = speechBitsPerSecond,
): AudioRecorder {
  const [mime, extension] = formats.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? ['', 'webm'];
  const recorder = new MediaRecorder(stream, {
    ...(mime !== '' && { mimeType: mime }),
    audioBitsPerSecond: bitsPerSecond,
  });
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data);
  });
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve(), { once: true });
    recorder.addEventListener('error', () => resolve(), { once: true });
  });
  recorder.start(chunkMs);
  return { recorder, mime, extension, stopped };
}
