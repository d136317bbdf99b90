import { initializeLogger } from '@livekit/agents';
import { Agent, setGlobalDispatcher } from 'undici';
import type { Env } from '../../lib/server/platform/env.ts';
import { modelVendors } from '../../lib/server/platform/language-model.ts';
import { installedModels } from '../../lib/server/speech/models/folder.ts';
import { recognizers } from '../../lib/server/speech/stt.ts';
import { LanguageModel } from '../models/language-model.ts';
import { ModelWording } from '../conversation/model-wording.ts';
import { liveRecognizer } from '../hearing/live-recognition.ts';
import type { ModelVendors } from './model-vendors.ts';

/** The turns of a call are further apart than the 4 s for which fetch keeps a connection: each would begin with a handshake. */
const keepConnectionMs = 60_000;

/** Once in a process, before anything else of the framework: without a logger its first log line throws. */
export function prepareFramework(): void {
  setGlobalDispatcher(new Agent({ keepAliveTimeout: keepConnectionMs }));
  initializeLogger({ pretty: false, level: 'error' });
}

/**
 * The model and recognisers of the next call; undefined if the script holds it. A speech model that was installed or removed meanwhile
 * counts from the next call on.
 */
export async function callVendors(
  settings: Env,
  isMoneySpent: () => boolean,
): Promise<() => ModelVendors | undefined> {
  const models = modelVendors(settings);
  const live = await liveRecognizer(settings);
  if (models.length === 0) return () => undefined;
  const model = new LanguageModel(models);
  const limits = { words: settings.BUDGET_WORDS_PER_CALL, seconds: settings.BUDGET_SECONDS_PER_CALL };
  const { STT_PRICE: recognitionHour, STT_STREAMING_PRICE: liveHour, TTS_PRICE: voiceMillion } = settings;
  const prices = { recognitionHour, liveHour, voiceMillion };
  const wordingOf: ModelVendors['wordingOf'] = ({ onUse, onFailure, ...parts }) =>
    new ModelWording({ model: model.forCall(onUse, onFailure), ...parts });
  let made: { of: object; vendors: ModelVendors } | undefined;
  return () => {
    const installed = installedModels();
    if (made?.of !== installed)
      made = {
        of: installed,
        vendors: {
          name: model.name,
          wordingOf,
          recognizers: recognizers(settings),
          live,
          limits,
          prices,
          isMoneySpent,
        },
      };
    const { vendors } = made;
    return vendors.recognizers.length === 0 && live === undefined ? undefined : vendors;
  };
}
