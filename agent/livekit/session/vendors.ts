import { initializeLogger } from '@livekit/agents';
import { Agent, setGlobalDispatcher } from 'undici';
import type { Env } from '../../../lib/server/platform/env.ts';
import { modelVendors } from '../../../lib/server/platform/language-model.ts';
import { installedModels } from '../../../lib/server/speech/models/folder.ts';
import { recognizers } from '../../../lib/server/speech/stt.ts';
import { synthesizers } from '../../../lib/server/speech/tts.ts';
import { FallbackModel } from './language-model.ts';
import { liveRecognizer } from './live-recognition.ts';
import type { SessionVendors } from './session.ts';

/** The turns of a call are further apart than the 4 s for which fetch keeps a connection: each would begin with a handshake. */
const keepConnectionMs = 60_000;

/** Once in a process, before anything else of the framework: without a logger its first log line throws. */
export function prepareFramework(): void {
  setGlobalDispatcher(new Agent({ keepAliveTimeout: keepConnectionMs }));
  initializeLogger({ pretty: false, level: 'error' });
}

/**
 * The vendors of the next call; undefined if the script holds it. A speech model that was fetched or removed meanwhile
 * counts from the next call on.
 */
export async function sessionVendors(
  settings: Env,
  isMoneySpent: () => boolean,
): Promise<() => SessionVendors | undefined> {
  const models = modelVendors(settings);
  const live = await liveRecognizer(settings);
  if (models.length === 0) return () => undefined;
  const model = new FallbackModel(models);
  const limits = { words: settings.BUDGET_WORDS_PER_CALL, seconds: settings.BUDGET_SECONDS_PER_CALL };
  const { STT_PRICE: recognitionHour, STT_STREAMING_PRICE: liveHour, TTS_PRICE: voiceMillion } = settings;
  const prices = { recognitionHour, liveHour, voiceMillion };
  let made: { of: object; vendors: SessionVendors } | undefined;
  return () => {
    const fetched = installedModels();
    if (made?.of !== fetched) {
      const [hearing, speaking] = [recognizers(settings), synthesizers(settings)];
      made = {
        of: fetched,
        vendors: { model, recognizers: hearing, live, synthesizers: speaking, limits, prices, isMoneySpent },
      };
    }
    const { vendors } = made;
    return vendors.recognizers.length === 0 && live === undefined ? undefined : vendors;
  };
}
