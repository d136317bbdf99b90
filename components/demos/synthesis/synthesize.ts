import { speechRateHz, speechTimeoutMs, type speechVoices } from '@/lib/contracts/limits';
import { type DemoText, demoDelayMs, playableEnding } from '@/lib/demo-texts';
import { toSamples, wavHeaderBytes } from '@/lib/wav';
import { RequestFailure, failureOf, fetchApi } from '@/lib/api-client';
import { ask } from '../reply';

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
  const limits = { signal, timeoutMs: speechTimeoutMs };
  const send = (until: AbortSignal) => fetch(url, { signal: until });
  const bytes = await ask(send, limits, async (response) => {
    if (!response.ok) throw await failureOf(response);
    return response.arrayBuffer();
  });
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const decoded = await context.decodeAudioData(bytes);
  return toSamples(decoded.getChannelData(0));
}

export type SpeechVoice = (typeof speechVoices)[number];

/**
 * Synthesizes a text and passes its samples on as they arrive.
 * @throws RequestFailure, a timeout after 30 s without data, or the reason of the signal
 */
export async function synthesize(
  text: string,
  voice: SpeechVoice,
  onSamples: (samples: Int16Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const rate = String(speechRateHz);
  const query = { text, voice_id: voice, format: 'wav', sample_rate: rate } as const;
  await ask(
    (until) => fetchApi('GET /api/tts/stream', { query, signal: until, timeoutMs: null }),
    { signal, timeoutMs: speechTimeoutMs },
    async ({ body, headers }, onPiece) => {
      if (body === null || headers.get('content-type') !== 'audio/wav')
        throw new RequestFailure('unreadable', { detail: 'no sound' });
      await readSamples(body.getReader(), (samples) => {
        onPiece();
        onSamples(samples);
      });
    },
  );
}

/** Yields the whole samples of a byte stream after its header, wherever the stream is cut. */
async function readSamples(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onSamples: (samples: Int16Array) => void,
): Promise<void> {
  let rest = new Uint8Array();
  let header = wavHeaderBytes;
  for (;;) {
    const { done, value } = await reader.read();
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
