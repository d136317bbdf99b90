import { speechRateHz, speechTimeoutMs, type speechVoices } from '@/lib/contracts/limits';
import { type DemoText, demoAudioTypes, demoDelayMs } from '@/lib/demo-texts';
import { wavHeaderBytes } from '@/lib/wav';

/**
 * The recording of a demo text as samples; it comes as late as a real synthesis would (spec.md section 5).
 * @throws Error if it cannot be fetched or decoded
 */
export async function recordingOf(demo: DemoText, signal: AbortSignal): Promise<Int16Array> {
  const delay = new Promise((resolve) => setTimeout(resolve, demoDelayMs(demo.text)));
  const [samples] = await Promise.all([fetchRecording(`${demo.audio}${playableEnding()}`, signal), delay]);
  return samples;
}

function playableEnding(): string {
  const player = document.createElement('audio');
  const playable = Object.entries(demoAudioTypes).find(([, type]) => player.canPlayType(type) !== '');
  return playable?.[0] ?? '.m4a';
}

async function fetchRecording(url: string, signal: AbortSignal): Promise<Int16Array> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`No recording: ${response.status}`);
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  return Int16Array.from(decoded.getChannelData(0), (value) =>
    Math.round(Math.max(-1, Math.min(1, value)) * 32_767),
  );
}

export type SpeechVoice = (typeof speechVoices)[number];

/**
 * Has a text spoken: GET /api/tts/stream (spec.md section 7), whose samples are handed on as they come.
 * @throws Error for an HTTP error or an answer that is no WAV, and with 'Request timeout' after 30 s (section 8)
 */
export async function synthesize(
  text: string,
  voice: SpeechVoice,
  onSamples: (samples: Int16Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(speechTimeoutMs);
  const rate = String(speechRateHz);
  const query = new URLSearchParams({ text, voice_id: voice, format: 'wav', sample_rate: rate });
  try {
    const response = await fetch(`/api/tts/stream?${query}`, { signal: AbortSignal.any([signal, late]) });
    if (!response.ok || response.body === null) throw new Error(`Synthesis failed: ${response.status}`);
    if (response.headers.get('content-type') !== 'audio/wav') throw new Error('Synthesis failed: no sound');
    await readSamples(response.body.getReader(), onSamples);
  } catch (error) {
    throw late.aborted ? new Error('Request timeout', { cause: error }) : error;
  }
}

/** The whole samples in a stream that is cut anywhere, behind its header. */
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
