import { vendorSynthesizer } from './pieces.ts';
import type { Synthesizer } from './synthesizer.ts';

/** OpenAI takes 4096 characters at a time; shorter pieces are heard sooner. */
const rules = { maxLength: 1000, overlap: 2 };
const voice = 'alloy';

interface OpenAiSettings {
  baseUrl?: string;
  apiKey?: string;
  model?: string;
}

/** Any server that speaks OpenAI's API: POST {url}/audio/speech, JSON {model, voice, input, response_format}, answers a WAV file. */
export function openAiSynthesizer({
  baseUrl = 'https://api.openai.com/v1',
  apiKey,
  model = 'gpt-4o-mini-tts',
}: OpenAiSettings): Synthesizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/speech`;
  const key: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return vendorSynthesizer('openai', rules, (input) => {
    const body = JSON.stringify({ model, voice, input, response_format: 'wav' });
    const headers = { ...key, 'content-type': 'application/json' };
    return new Request(url, { method: 'POST', headers, body, redirect: 'error' });
  });
}
