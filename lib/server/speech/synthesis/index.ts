import { AppError } from '../../../errors.ts';
import { env } from '../../env.ts';
import { localSynthesizer } from './local.ts';
import type { Synthesizer } from './synthesizer.ts';

export type { SynthesisOptions, Synthesizer } from './synthesizer.ts';

/** The voices of this server by the value of TTS_PROVIDER; each is made when it is first asked for. */
const providers = new Map<string, () => Synthesizer>([['local', localSynthesizer]]);

const made = new Map<string, Synthesizer>();

/**
 * The voice that the environment chooses: TTS_PROVIDER, else the local one, which needs no account.
 * @throws AppError speech_unavailable where the chosen one is not part of this server
 */
export function synthesizer(): Synthesizer {
  const name = env().TTS_PROVIDER ?? 'local';
  const known = made.get(name);
  if (known !== undefined) return known;
  const make = providers.get(name);
  if (make === undefined)
    throw new AppError('speech_unavailable', { detail: `TTS_PROVIDER ${name} is not available here.` });
  const voice = make();
  made.set(name, voice);
  return voice;
}
