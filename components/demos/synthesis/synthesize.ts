import { speechRateHz, speechTimeoutMs, type speechVoices } from '@/lib/contracts/limits';
import { type DemoText, demoDelayMs, playableExtension } from '@/lib/demo-texts';
import { toSamples, wavHeaderBytes } from '@/lib/wav';
import { RequestFailure, asRequestFailure, failureOf, fetchApi } from '@/lib/api-client';

/**
 * Returns the recording of a demo text as samples, delayed like a real synthesis.
 * @throws RequestFailure, or a DOMException if it cannot be decoded
 */
export async function recordingOf(demo: DemoText, signal: AbortSignal): Promise<Int16Array> {
  const delay = new Promise((resolve) => setTimeout(resolve, demoDelayMs(demo.text)));
  const [samples] = await Promise.all([fetchRecording(`${demo.audio}${playableExtension()}`, signal), delay]);
  return samples;
}

async function fetchRecording(url: string, signal: AbortSignal): Promise<Int16Array> {
  const request = fetch(url, { signal }).catch((error: unknown) => {
    throw asRequestFailure(error);
  });
  const response = await withTimeout(request, speechTimeoutMs);
  if (!response.ok) throw await failureOf(response);
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const bytes = await withTimeout(response.arrayBuffer().catch(throwCutOff), speechTimeoutMs);
  const decoded = await context.decodeAudioData(bytes);
  return toSamples(decoded.getChannelData(0));
}

export type SpeechVoice = (typeof speechVoices)[number];

/**
 * Synthesizes a text and passes its samples on as they arrive.
 * @throws RequestFailure, such as a timeout after 30 s without data; the request goes on until the caller aborts `signal`
 */
export async function synthesize(
  text: string,
  voice: SpeechVoice,
  onSamples: (samples: Int16Array) => void,
  signal: AbortSignal,
  idleMs = speechTimeoutMs,
): Promise<void> {
  const rate = String(speechRateHz);
  const query = { text, voice_id: voice, format: 'wav', sample_rate: rate } as const;
  const request = fetchApi('GET /api/tts/stream', { query, signal, timeoutMs: null });
  const { body, headers } = await withTimeout(request, idleMs);
  if (body === null || headers.get('content-type') !== 'audio/wav')
    throw new RequestFailure('unreadable', { detail: 'no sound' });
  const reader = body.getReader();
  await readSamples(() => withTimeout(reader.read().catch(throwCutOff), idleMs), onSamples);
}

/** After the first bytes of an answer the visitor is not offline. */
function throwCutOff(cause: unknown): never {
  throw new RequestFailure('unreadable', { cause });
}

async function withTimeout<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const failure = new RequestFailure('timeout', { detail: 'Request timeout' });
  const timer = setTimeout(() => timeout.reject(failure), limitMs);
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}

/** Passes on the whole samples of a byte stream after its header, wherever the stream is cut. */
async function readSamples(
  read: () => Promise<ReadableStreamReadResult<Uint8Array>>,
  onSamples: (samples: Int16Array) => void,
): Promise<void> {
  let leftoverBytes = new Uint8Array();
  let headerBytesLeft = wavHeaderBytes;
  for (;;) {
    const { done, value } = await read();
    if (done) return;
    const bytes = new Uint8Array(leftoverBytes.length + value.length);
    bytes.set(leftoverBytes);
    bytes.set(value, leftoverBytes.length);
    const skippedBytes = Math.min(headerBytesLeft, bytes.length);
    headerBytesLeft -= skippedBytes;
    const samplesEnd = skippedBytes + 2 * Math.floor((bytes.length - skippedBytes) / 2);
    if (samplesEnd > skippedBytes) onSamples(new Int16Array(bytes.slice(skippedBytes, samplesEnd).buffer));
    leftoverBytes = bytes.slice(samplesEnd);
  }
}
