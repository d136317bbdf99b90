import { type Language, englishNames } from '../../../i18n/language.ts';
import { transcribePieces } from '../stt-pieces.ts';
import { vendorSynthesizer } from '../tts-pieces.ts';
import type { Recognizer, Synthesizer } from '../interfaces.ts';
import { wordsAndNumbersOf } from '../../../words.ts';
import { askForText, wavForm } from './http.ts';

/** OpenAI accepts 4096 characters at a time; shorter pieces sound sooner. */
const maxChars = 1000;
const usualVoice = 'alloy';
const voices = { female: 'nova', male: 'onyx' };

/** OpenAI ends gpt-4o-mini-tts on 6 January 2027 and names no successor on this endpoint. */
export const openAiSpeechModels = { synthesis: 'gpt-4o-mini-tts', recognition: 'gpt-transcribe' };

interface OpenAiSettings {
  baseUrl?: string;
  apiKey?: string;
  model?: string;
}

/** Any server that speaks OpenAI's API: POST {url}/audio/speech, JSON {model, voice, input, response_format}, answers a WAV file. */
export function openAiSynthesizer({
  baseUrl = 'https://api.openai.com/v1',
  apiKey,
  model = openAiSpeechModels.synthesis,
}: OpenAiSettings): Synthesizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/speech`;
  const key: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  // OpenAI's gpt models take instructions. Other models and servers may refuse the parameter.
  const takesInstructions = model.startsWith('gpt-');
  return vendorSynthesizer('openai', maxChars, (input, language, kind) => {
    const voice = kind === undefined ? usualVoice : voices[kind];
    const instructions = takesInstructions
      ? `Speak ${englishNames[language]} without a foreign accent.`
      : undefined;
    const body = JSON.stringify({ model, voice, input, response_format: 'wav', instructions });
    const headers = { ...key, 'content-type': 'application/json' };
    return new Request(url, { method: 'POST', headers, body, redirect: 'error' });
  });
}

/** OpenAI accepts 25 MB, 13 minutes of our WAV; shorter pieces return sooner. */
const longestS = 300;
const concurrency = 3;

/** The language hint. OpenAI refuses `language=uz` (2026-11), but an Uzbek example as `prompt` makes it write Latin Uzbek. */
const hints: Record<Language, Record<string, string>> = {
  uz: { prompt: 'Assalomu alaykum, bu oʻzbek tilidagi suhbat. Gʻoya va maʼno lotin yozuvida yoziladi.' },
  ru: { language: 'ru' },
  en: { language: 'en' },
};

/** An example only suggests a language. A named language forces the output, even for other speech. */
const examples: Record<Language, Record<string, string>> = {
  uz: hints.uz,
  ru: { prompt: 'Здравствуйте, это разговор на русском языке.' },
  en: { prompt: 'Hello, this is a conversation in English.' },
};

/** The share of the text's words that must come from the example. */
const minEchoShare = 0.8;

/** True if the text is at least half of the example and little else, as models return for noise and very short sounds. */
function isEchoOf(text: string, example: string): boolean {
  const [textWords, exampleWords] = [wordsAndNumbersOf(text), wordsAndNumbersOf(example)];
  let at = 0;
  let matchCount = 0;
  for (const word of textWords) {
    // The model may return the example several times.
    if (word === exampleWords[0]) at = 0;
    const matchAt = exampleWords.indexOf(word, at);
    if (matchAt === -1) continue;
    matchCount++;
    at = matchAt + 1;
  }
  return matchCount >= exampleWords.length / 2 && matchCount >= minEchoShare * textWords.length;
}

/** Any server that speaks OpenAI's API: POST {url}/audio/transcriptions, multipart `file` and `model`, answers {text}. */
export function openAiRecognizer({
  baseUrl = 'https://api.openai.com/v1',
  apiKey,
  model = openAiSpeechModels.recognition,
}: OpenAiSettings): Recognizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`;
  const languageField = model.startsWith('gpt-transcribe') ? 'languages[]' : 'language';
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    name: 'openai',
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, concurrency }, async (piece, request) => {
        const { language, ...hint } = (options.languageMayChange ? examples : hints)[request.language];
        const languageFields = language === undefined ? {} : { [languageField]: language };
        const fields = { model, response_format: 'json', ...hint, ...languageFields };
        const text = await askForText(url, headers, wavForm('file', piece, fields), request);
        return hint.prompt !== undefined && isEchoOf(text, hint.prompt) ? '' : text;
      }),
  };
}
