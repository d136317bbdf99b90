import { transcribePieces } from '../stt-pieces.ts';
import { vendorSynthesizer } from '../tts-pieces.ts';
import type { Recognizer, Synthesizer } from '../interfaces.ts';
import { askForText, wavForm } from './http.ts';

/** Muxlisa accepts 500 characters at a time. */
const maxChars = 500;
const speakers = { female: 0, male: 1 };

/** Muxlisa, made for Uzbek: POST {url}/api/v2/tts, JSON {text, speaker}, header x-api-key, answers a WAV file. */
export function muxlisaSynthesizer(baseUrl: string, apiKey: string): Synthesizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/v2/tts`;
  return vendorSynthesizer('muxlisa', maxChars, (text, _language, voice = 'female') => {
    const body = JSON.stringify({ text, speaker: speakers[voice] });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    return new Request(url, { method: 'POST', headers, body, redirect: 'error' });
  });
}

/** Muxlisa accepts 60 s and 5 MB at once; 50 s at 16 kHz are 1.6 MB. */
const longestS = 50;
const concurrency = 3;

/** Muxlisa, made for Uzbek: POST {url}/api/v2/stt, multipart `audio`, header x-api-key, answers {text}. */
export function muxlisaRecognizer(baseUrl: string, apiKey: string): Recognizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/v2/stt`;
  return {
    name: 'muxlisa',
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, concurrency }, (piece, request) =>
        askForText(url, { 'x-api-key': apiKey }, wavForm('audio', piece), request),
      ),
  };
}
