import { AppError } from '../../../errors.ts';
import { env, type Env } from '../../env.ts';
import { localSynthesizer } from './local.ts';
import { muxlisaSynthesizer } from './muxlisa.ts';
import { openAiSynthesizer } from './openai.ts';
import { sherpaSynthesizer } from './sherpa/index.ts';
import type { Synthesizer } from './synthesizer.ts';
import { upstreamSynthesizer } from './upstream.ts';

export type { SynthesisOptions, Synthesizer } from './synthesizer.ts';

type Provider = NonNullable<Env['TTS_PROVIDER']>;

/**
 * Each vendor's module, if what it needs is set. In the order in which they are taken when TTS_PROVIDER is not: an OpenAI key alone
 * may mean a language model only, so TTS_MODEL says that it speaks too.
 */
const providers: [Provider, (env: Env, chosen: boolean) => Synthesizer | null][] = [
  [
    'muxlisa',
    ({ MUXLISA_URL, MUXLISA_API_KEY }) =>
      MUXLISA_API_KEY ? muxlisaSynthesizer(MUXLISA_URL, MUXLISA_API_KEY) : null,
  ],
  [
    'upstream',
    ({ SPEECH_UPSTREAM_URL }) => (SPEECH_UPSTREAM_URL ? upstreamSynthesizer(SPEECH_UPSTREAM_URL) : null),
  ],
  [
    'openai',
    ({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, TTS_MODEL: model }, chosen) =>
      (chosen || model) && (baseUrl ?? apiKey) ? openAiSynthesizer({ baseUrl, apiKey, model }) : null,
  ],
  [
    'local',
    ({ TTS_MODEL_DIR: folder }) =>
      folder ? sherpaSynthesizer(folder, localSynthesizer()) : localSynthesizer(),
  ],
];

/**
 * Who speaks under these settings.
 * @throws AppError speech_unavailable if what TTS_PROVIDER names is not set up
 */
export function chooseSynthesizer(settings: Env): Synthesizer {
  const { TTS_PROVIDER: wanted } = settings;
  for (const [name, make] of providers) {
    if (wanted !== undefined && wanted !== name) continue;
    const made = make(settings, wanted === name);
    if (made !== null) return made;
  }
  throw new AppError('speech_unavailable', { detail: `TTS_PROVIDER ${wanted} is not set up.` });
}

let chosen: Synthesizer | undefined;

/** The voice of this server. @throws AppError speech_unavailable */
export function synthesizer(): Synthesizer {
  return (chosen ??= chooseSynthesizer(env()));
}
