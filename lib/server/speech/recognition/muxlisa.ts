import { askForText } from './ask.ts';
import { transcribePieces } from './pieces.ts';
import type { Recognizer } from './recognizer.ts';
import { wavForm } from './wav-form.ts';

/** Muxlisa takes 60 s and 5 MB at once; 50 s at 16 kHz are 1.6 MB. */
const longestS = 50;
const overlap = 3;

/** Muxlisa, made for Uzbek: POST {url}/api/v2/stt, multipart `audio`, header x-api-key, answers {text}. */
export function muxlisaRecognizer(baseUrl: string, apiKey: string): Recognizer {
  const url = new URL('/api/v2/stt', baseUrl).href;
  return {
    name: 'muxlisa',
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, overlap }, (piece, call) =>
        askForText(url, { 'x-api-key': apiKey }, wavForm('audio', piece), call),
      ),
  };
}
