/** Speech at the rate and in the form of spec.md section 9: WAV, 16 kHz, 16 bit, one channel. */
export const speechRateHz = 16_000;
const wavHeaderBytes = 44;
const timeoutMs = 30_000;

/**
 * Has a text spoken, and hands on the samples as they come.
 * @throws Error for an HTTP error, and with 'Request timeout' after 30 s
 */
export async function synthesize(
  text: string,
  onSamples: (samples: Int16Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  const query = new URLSearchParams({ text, voice_id: 'muxlisa', format: 'wav', sample_rate: '16000' });
  try {
    const response = await fetch(`/api/tts/stream?${query}`, { signal: AbortSignal.any([signal, late]) });
    if (!response.ok || response.body === null) throw new Error(`Synthesis failed: ${response.status}`);
    const reader = response.body.getReader();
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
  } catch (error) {
    throw late.aborted ? new Error('Request timeout', { cause: error }) : error;
  }
}

/** The recording of a demo text as samples. @throws Error if it cannot be fetched or decoded */
export async function fetchRecording(url: string, signal: AbortSignal): Promise<Int16Array> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`No recording: ${response.status}`);
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  return Int16Array.from(decoded.getChannelData(0), (value) => Math.max(-1, Math.min(1, value)) * 32_767);
}

/** Samples as a WAV file. */
export function wavBlob(samples: Int16Array<ArrayBuffer>): Blob {
  const header = new DataView(new ArrayBuffer(wavHeaderBytes));
  const bytes = samples.byteLength;
  const words: [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ];
  for (const [at, word] of words)
    [...word].forEach((letter, i) => header.setUint8(at + i, letter.charCodeAt(0)));
  const numbers: [number, number, 2 | 4][] = [
    [4, bytes + wavHeaderBytes - 8, 4],
    [16, 16, 4],
    [20, 1, 2],
    [22, 1, 2],
    [24, speechRateHz, 4],
    [28, speechRateHz * 2, 4],
    [32, 2, 2],
    [34, 16, 2],
    [40, bytes, 4],
  ];
  for (const [at, value, size] of numbers)
    if (size === 2) header.setUint16(at, value, true);
    else header.setUint32(at, value, true);
  return new Blob([header.buffer, samples], { type: 'audio/wav' });
}
