import { askForText } from './ask.ts';
import { transcribePieces } from './pieces.ts';
import type { Recognizer } from './recognizer.ts';
import { wavForm } from './wav-form.ts';

/** The contract of spec.md section 7 takes recordings of 120 s; room is left for how others count. */
const longestS = 110;
const overlap = 2;

/** A server with the contract of spec.md section 7: POST {url}/api/stt/transcribe, multipart `file`, answers {text}. */
export function upstreamRecognizer(baseUrl: string): Recognizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/stt/transcribe`;
  return {
    name: 'upstream',
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, overlap }, (piece, call) =>
        askForText(url, {}, wavForm('file', piece, { language: call.language }), call),
      ),
  };
}
