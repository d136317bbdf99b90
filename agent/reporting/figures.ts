import type { Cost, Turn, TurnMetrics } from '../../lib/contracts/call-events.ts';
import type { Failure, VendorPart } from '../../lib/contracts/vendor-failures.ts';
import type { ModelUse } from '../models/language-model.ts';
import { type SpeechPrices, speechCost } from './budget.ts';
import type { Meaning } from '../conversation/wording.ts';

const longestMs = 600_000;
const failuresMax = 8;
const replacedMax = 99;

/** Collects waits, tokens and cost of the agent's next turn, speculation included. */
export class TurnFigures {
  readonly #prices: SpeechPrices;
  readonly #liveRecognizer: string | undefined;
  #metrics: Partial<TurnMetrics> = {};
  /** The end of the visitor's last spoken turn, if no other turn has followed. */
  #visitorEndedAtMs: number | undefined;

  /** @param liveRecognizer the name of the recogniser that has a price of its own */
  constructor(prices: SpeechPrices = {}, liveRecognizer?: string) {
    this.#prices = prices;
    this.#liveRecognizer = liveRecognizer;
  }

  addModelUse({ model, promptTokens, completionTokens, costUsd }: ModelUse): void {
    const { promptTokens: prompt = 0, completionTokens: completion = 0 } = this.#metrics;
    Object.assign(this.#metrics, {
      model,
      promptTokens: prompt + promptTokens,
      completionTokens: completion + completionTokens,
    });
    this.#addCost(costUsd);
  }

  addRecognition(name: string, seconds: number): void {
    const { recognitionUsdPerHour, liveUsdPerHour } = this.#prices;
    const pricePerHour = name === this.#liveRecognizer ? liveUsdPerHour : recognitionUsdPerHour;
    this.#addCost(speechCost(pricePerHour, name, seconds / 3_600));
  }

  addSynthesis(name: string, characters: number): void {
    this.#addCost(speechCost(this.#prices.voiceUsdPerMillionChars, name, characters / 1e6));
  }

  addFailure(part: VendorPart, vendor: string, { kind, detail }: Failure): void {
    const { failures = [] } = this.#metrics;
    const isKnown = failures.some(
      (each) => each.part === part && each.vendor === vendor && each.kind === kind,
    );
    if (!isKnown && failures.length < failuresMax)
      this.#metrics.failures = [...failures, { part, vendor, kind, detail }];
  }

  addReplaced(statements: number): void {
    this.#metrics.replaced = Math.min(replacedMax, (this.#metrics.replaced ?? 0) + statements);
  }

  setVendor(part: 'recognizer' | 'voice', name: string): void {
    this.#metrics[part] = name;
  }

  setWait(name: 'recognitionMs' | 'firstTokenMs' | 'firstSoundMs', ms: number): void {
    this.#metrics[name] = clampMs(ms);
  }

  /** The visitor's turn was recognised as ended at `nowMs`. */
  endVisitorTurn({ endedAtMs }: Turn, isSpoken: boolean, nowMs = Date.now()): void {
    this.#visitorEndedAtMs = isSpoken ? endedAtMs : undefined;
    if (isSpoken) this.#metrics.endOfTurnMs = clampMs(nowMs - endedAtMs);
  }

  /** Returns the figures of the agent's turn that has just ended, and resets them for the next turn. */
  take({ startedAtMs }: Turn, by: Meaning['by'], isInterrupted: boolean): TurnMetrics {
    const metrics = this.#metrics;
    const visitorEndedAtMs = this.#visitorEndedAtMs;
    this.#metrics = {};
    this.#visitorEndedAtMs = undefined;
    return {
      ...metrics,
      ...(visitorEndedAtMs !== undefined && { totalMs: clampMs(startedAtMs - visitorEndedAtMs) }),
      interrupted: isInterrupted,
      engine: metrics.model === undefined ? 'script' : by,
    };
  }

  /** Cost since the agent's last reported turn. */
  unreportedCost(): Cost | undefined {
    const { promptTokens, completionTokens, costUsd } = this.#metrics;
    const isEmpty = promptTokens === undefined && costUsd === undefined;
    return isEmpty ? undefined : { promptTokens, completionTokens, costUsd };
  }

  #addCost(usd: number | undefined): void {
    if (usd !== undefined) this.#metrics.costUsd = (this.#metrics.costUsd ?? 0) + usd;
  }
}

function clampMs(ms: number): number {
  return Math.min(longestMs, Math.max(0, Math.round(ms)));
}
