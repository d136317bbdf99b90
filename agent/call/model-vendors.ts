import type { Failure } from '../../lib/contracts/vendor-failures.ts';
import type { Recognizer } from '../../lib/server/speech/interfaces.ts';
import type { CallLimits, SpeechPrices } from '../reporting/budget.ts';
import type { ModelWordingOptions } from '../conversation/model-utterance.ts';
import type { Wording } from '../conversation/wording.ts';
import type { LiveRecognizer } from '../hearing/live-recognition.ts';
import type { ModelUse } from '../models/language-model.ts';

/** The parts of a call from which the wording of its language model is built. */
interface ModelParts extends Omit<Required<ModelWordingOptions>, 'model' | 'slowAfterMs'> {
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
  /** True once the day's budget is spent: the script takes over. */
  isMoneySpent: () => boolean;
}
