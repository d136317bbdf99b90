import type { Env } from '../../env.ts';
import { env } from '../../env.ts';
import { localRecognizer } from './local/index.ts';
import { muxlisaRecognizer } from './muxlisa.ts';
import { openAiRecognizer } from './openai.ts';
import type { Recognizer } from './recognizer.ts';
import { upstreamRecognizer } from './upstream.ts';

export type { RecognitionOptions, Recognizer } from './recognizer.ts';

type Provider = NonNullable<Env['STT_PROVIDER']>;

/** Each vendor's module, if what it needs is set. In the order in which they are taken when STT_PROVIDER is not. */
const providers: [Provider, (env: Env) => Recognizer | null][] = [
  [
    'muxlisa',
    ({ MUXLISA_URL, MUXLISA_API_KEY }) =>
      MUXLISA_API_KEY ? muxlisaRecognizer(MUXLISA_URL, MUXLISA_API_KEY) : null,
  ],
  [
    'upstream',
    ({ SPEECH_UPSTREAM_URL }) => (SPEECH_UPSTREAM_URL ? upstreamRecognizer(SPEECH_UPSTREAM_URL) : null),
  ],
  ['local', ({ STT_MODEL_DIR }) => (STT_MODEL_DIR ? localRecognizer(STT_MODEL_DIR) : null)],
  ['openai', openAi],
];

/** Another server's address alone may mean a language model only: there STT_MODEL says that it recognises speech too. */
function openAi({ OPENAI_BASE_URL, OPENAI_API_KEY, STT_MODEL, STT_PROVIDER }: Env): Recognizer | null {
  const meant = STT_PROVIDER === 'openai' || STT_MODEL !== undefined || OPENAI_BASE_URL === undefined;
  if (!meant || (OPENAI_API_KEY === undefined && OPENAI_BASE_URL === undefined)) return null;
  return openAiRecognizer({ baseUrl: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY, model: STT_MODEL });
}

/** Who recognises speech under these settings; null if nobody does. */
export function chooseRecognizer(settings: Env): Recognizer | null {
  for (const [name, make] of providers) {
    if (settings.STT_PROVIDER !== undefined && settings.STT_PROVIDER !== name) continue;
    const made = make(settings);
    if (made) return made;
  }
  return null;
}

let chosen: Recognizer | null | undefined;

/** Who recognises speech on this server; null if recognition is not set up. */
export function recognizer(): Recognizer | null {
  return chosen === undefined ? (chosen = chooseRecognizer(env())) : chosen;
}
