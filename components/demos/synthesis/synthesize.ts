import { speechRateHz, speechTimeoutMs, type speechVoices } from '@/lib/contracts/limits';
import { type DemoText, demoDelayMs, playableEnding } from '@/lib/demo-texts';
import { toSamples, wavHeaderBytes } from '@/lib/wav';
import { RequestFailure, asRequestFailure, failureOf, fetchApi } from '@/lib/api-client';

/**
 * Returns the recording of a demo text as samples, delayed like a real synthesis.
 * @throws RequestFailure, or a DOMException if it cannot be decoded
 */
export async function recordingOf(demo: DemoText, signal: AbortSignal): Promise<Int16Array> {
  const delay = new Promise((resolve) => setTimeout(resolve, demoDelayMs(demo.text)));
  const [samples] = await Promise.all([fetchRecording(`${demo.audio}${playableEnding()}`, signal), delay]);
  return samples;
}

async function fetchRecording(url: string, signal: AbortSignal): Promise<Int16Array> {
  const request = fetch(url, { signal }).catch((error: unknown) => {
    throw asRequestFailure(error);
  });
  const response = await inTime(request, speechTimeoutMs);
  if (!response.ok) throw await failureOf(response);
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const bytes = await inTime(response.arrayBuffer().catch(cutOff), speechTimeoutMs);
  const decoded = await context.decodeAudioData(bytes);
  return toSamples(decoded.getChannelData(0));
}

export type SpeechVoice = (typeof speechVoices)[number];

/**
 * Synthesizes a text and passes its samples on as they arrive.
 * @throws RequestFailure, a timeout after 30 s without data; then the caller's signal must end the request
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
  const { body, headers } = await inTime(request, idleMs);
  if (body === null || headers.get('content-type') !== 'audio/wav')
    throw new RequestFailure('unreadable', { detail: 'no sound' });
  const reader = body.getReader();
  await readSamples(() => inTime(reader.read().catch(cutOff), idleMs), onSamples);
}

/** After the first bytes of an answer the visitor is not offline. */
function cutOff(cause: unknown): never {
  throw new RequestFailure('unreadable', { cause });
}

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const failure = new RequestFailure('timeout', { detail: 'Request timeout' });
  const timer = setTimeout(() => late.reject(failure), limitMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Yields the whole samples of a byte stream after its header, wherever the stream is cut. */
async function readSamples(
  read: () => Promise<ReadableStreamReadResult<Uint8Array>>,
  onSamples: (samples: Int16Array) => void,
): Promise<void> {
  let rest = new Uint8Array();
  let header = wavHeaderBytes;
  for (;;) {
    const { done, value } = await read();
    if (done) return;
    const bytes = new Uint8Array(rest.length + value.length);
    bytes.set(rest);
    bytes.set(value, rest.length);
    const skipped = Math.min(header, bytes.length);
    header -= skipped;
    const even = skipped + 2 * Math.floor((bytes.length - skipped) / 2);
    if (even > skipped) onSamples(new Int16Array(bytes.slice(skipped, even).buffer));
    rest = bytes.slice(even);
  }
}
