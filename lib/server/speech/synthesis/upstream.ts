import { speechVoices } from '../../../speech-limits.ts';
import { vendorSynthesizer } from './pieces.ts';
import type { Synthesizer } from './synthesizer.ts';

/** A query string stays short enough for every server and proxy. */
const rules = { maxLength: 500, overlap: 2 };

/** Another server with the contract of spec.md section 7: GET {url}/api/tts/stream?text&voice_id&format&sample_rate, answers a WAV file. */
export function upstreamSynthesizer(baseUrl: string): Synthesizer {
  return vendorSynthesizer('upstream', rules, (text) => {
    const url = new URL('/api/tts/stream', baseUrl);
    url.search = new URLSearchParams({
      text,
      voice_id: speechVoices[0],
      format: 'wav',
      sample_rate: '16000',
    }).toString();
    return new Request(url, { redirect: 'error' });
  });
}
