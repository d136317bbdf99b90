import { speechVoices } from '../../../contracts/limits.ts';
import { transcribePieces } from '../stt-pieces.ts';
import { vendorSynthesizer } from '../tts-pieces.ts';
import type { Recognizer, Synthesizer } from '../interfaces.ts';
import { askForText, wavForm } from './http.ts';

/** A query string stays short enough for every server and proxy. */
const maxChars = 500;

/** Another server with our own contract: GET {url}/api/tts/stream?text&language&voice_id&format&sample_rate, answers a WAV file. */
export function upstreamSynthesizer(baseUrl: string): Synthesizer {
  return vendorSynthesizer('upstream', maxChars, (text, language) => {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/api/tts/stream`);
    url.search = new URLSearchParams({
      text,
      language,
      voice_id: speechVoices[0],
      format: 'wav',
      sample_rate: '16000',
    }).toString();
    return new Request(url, { redirect: 'error' });
  });
}

/** The contract accepts 120 s; the margin allows for other servers' counting. */
const longestS = 110;
const concurrency = 2;

/** A server with our own contract: POST {url}/api/stt/transcribe, multipart `file`, answers {text}. */
export function upstreamRecognizer(baseUrl: string): Recognizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/stt/transcribe`;
  return {
    name: 'upstream',
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, concurrency }, (piece, request) =>
        askForText(url, {}, wavForm('file', piece, { language: request.language }), request),
      ),
  };
}
