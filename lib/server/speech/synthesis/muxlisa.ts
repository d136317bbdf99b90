import { vendorSynthesizer } from './pieces.ts';
import type { Synthesizer } from './synthesizer.ts';

/** Muxlisa takes 500 characters at a time. */
const rules = { maxLength: 500, overlap: 2 };
const femaleVoice = 0;

/** Muxlisa, made for Uzbek: POST {url}/api/v2/tts, JSON {text, speaker}, header x-api-key, answers a WAV file. */
export function muxlisaSynthesizer(baseUrl: string, apiKey: string): Synthesizer {
  const url = new URL('/api/v2/tts', baseUrl).href;
  return vendorSynthesizer('muxlisa', rules, (text) => {
    const body = JSON.stringify({ text, speaker: femaleVoice });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    return new Request(url, { method: 'POST', headers, body, redirect: 'error' });
  });
}
