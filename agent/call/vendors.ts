import { initializeLogger } from '@livekit/agents';
import { Agent, setGlobalDispatcher } from 'undici';
import type { Env } from '../../lib/server/platform/env.ts';
import { chosenModel } from '../../lib/server/language-models/chosen-model.ts';
import { modelVendors } from '../../lib/server/language-models/configured-models.ts';
import type { ModelVendor } from '../../lib/server/language-models/model-request.ts';
import { log } from '../../lib/server/platform/log.ts';
import { recognizers } from '../../lib/server/speech/stt.ts';
import { synthesizers } from '../../lib/server/speech/tts.ts';
import type { Failure } from '../../lib/contracts/vendor-failures.ts';
import type { Recognizer } from '../../lib/server/speech/interfaces.ts';
import { LanguageModel, type ModelUse } from '../models/language-model.ts';
import type { ModelWordingOptions } from '../conversation/model-utterance.ts';
import type { Wording } from '../conversation/wording.ts';
import type { CallLimits, SpeechPrices } from '../reporting/budget.ts';
import { ModelWording } from '../conversation/model-wording.ts';
import { type LiveRecognizer, liveRecognizer } from '../hearing/live-recognition.ts';

/** By default, fetch closes an idle connection after 4 s. Turns are further apart, so each would begin with a handshake. */
const idleConnectionMs = 60_000;

/** The parts of a call that its model wording needs. */
interface ModelParts extends Omit<Required<ModelWordingOptions>, 'model' | 'fillerAfterMs'> {
  onUse: (use: ModelUse) => void;
  onFailure: (vendor: string, failure: Failure) => void;
}

/** The vendors of a call with a language model. All calls of a process share them. */
export interface ModelVendors {
  name: string;
  wordingOf: (parts: ModelParts) => Wording;
  recognizers: readonly Recognizer[];
  live?: LiveRecognizer;
  limits: CallLimits;
  prices: SpeechPrices;
}

/** Prepares the framework and resolves to what `vendorsOf` returns. */
export async function loadVendors(settings: Env): Promise<() => ModelVendors | undefined> {
  setGlobalDispatcher(new Agent({ keepAliveTimeout: idleConnectionMs }));
  // The framework's first log line throws without a logger.
  initializeLogger({ pretty: false, level: 'error' });
  const vendorsNow = await vendorsOf(settings);
  const vendors = vendorsNow();
  if (vendors === undefined)
    log.warn('recogniser_not_configured', {
      hint: 'Set STT_PROVIDER or fetch a model: calls are held by the script.',
    });
  else
    log.info('agent_configured', {
      model: vendors.name,
      recognizers: [vendors.live, ...vendors.recognizers].flatMap((each) => each?.name ?? []).join(', '),
      voices: synthesizers(settings)
        .map(({ name }) => name)
        .join(', '),
    });
  return vendorsNow;
}

/**
 * Resolves to a function that returns the vendors of the next call; undefined if the script holds it. A newly chosen model
 * applies from the next call on.
 */
export async function vendorsOf(settings: Env): Promise<() => ModelVendors | undefined> {
  const live = await liveRecognizer(settings);
  const limits = { words: settings.BUDGET_WORDS_PER_CALL, seconds: settings.BUDGET_SECONDS_PER_CALL };
  const {
    STT_PRICE: recognitionUsdPerHour,
    STT_STREAMING_PRICE: liveUsdPerHour,
    TTS_PRICE: voiceUsdPerMillionChars,
  } = settings;
  const prices = { recognitionUsdPerHour, liveUsdPerHour, voiceUsdPerMillionChars };
  /** All calls share these, because their health is remembered by object. */
  const known = new Map<string, Recognizer>();
  let current:
    { choice: object | undefined; model: Pick<ModelVendors, 'name' | 'wordingOf'> | undefined } | undefined;
  return () => {
    const choice = chosenModel(settings.DATA_DIR);
    // One model for all calls: it remembers which vendors fail.
    if (current === undefined || current.choice !== choice)
      current = { choice, model: languageModel(modelVendors(settings)) };
    const callRecognizers = recognizers(settings).map((each) => known.get(each.name) ?? each);
    for (const each of callRecognizers) known.set(each.name, each);
    if (current.model === undefined || (callRecognizers.length === 0 && live === undefined)) return undefined;
    return { ...current.model, recognizers: callRecognizers, live, limits, prices };
  };
}

function languageModel(models: ModelVendor[]): Pick<ModelVendors, 'name' | 'wordingOf'> | undefined {
  if (models.length === 0) return undefined;
  const model = new LanguageModel(models);
  return {
    name: model.name,
    wordingOf: ({ onUse, onFailure, ...parts }) =>
      new ModelWording({ model: model.forCall(onUse, onFailure), ...parts }),
  };
}
