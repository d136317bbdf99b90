import type { Failure } from '../../lib/contracts/vendor-failures.ts';
import type { Recognizer } from '../../lib/server/speech/interfaces.ts';
import type { CallLimits, SpeechPrices } from '../conversation/budget.ts';
import type { Memory } from '../conversation/memory.ts';
import type { ScriptWording } from '../conversation/script-wording.ts';
import type { Wording } from '../conversation/wording.ts';
import type { LiveRecognizer } from '../hearing/live-recognition.ts';
import type { ModelUse } from '../models/language-model.ts';

/** The parts of a call from which the wording of its language model is built. */
export interface ModelParts {
  memory: Memory;
  script: ScriptWording;
  mayAsk: () => boolean;
  onUse: (use: ModelUse) => void;
  onFailure: (vendor: string, failure: Failure) => void;
  onFirstToken: (ms: number) => void;
  onSpoke: (words: string) => void;
  onReplaced: (statements: readonly string[]) => void;
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
