import type { Spent, Turn, TurnMetrics } from '../../lib/contracts/call-events.ts';
import type { Failure, VendorPart } from '../../lib/contracts/vendor-failures.ts';
import type { ModelUse } from '../models/language-model.ts';
import { type SpeechPrices, speechCost } from './budget.ts';
import type { Meaning } from '../conversation/wording.ts';

type MeasuredWaits = Pick<TurnMetrics, 'recognitionMs' | 'firstTokenMs' | 'firstSoundMs'>;

const longestMs = 600_000;
const failuresMax = 8;
const replacedMax = 99;

/** Collects waits, tokens and cost of the agent's next turn, speculation included. */
export class TurnFigures {
  readonly #prices: SpeechPrices;
  readonly #liveRecognizer: string | undefined;
  #figures: Partial<TurnMetrics> = {};
  /** The end of the visitor's last spoken turn, if no other turn has followed. */
  #visitorUntilMs: number | undefined;

  /** @param liveRecognizer the name of the recogniser that has a price of its own */
  constructor(prices: SpeechPrices = {}, liveRecognizer?: string) {
    this.#prices = prices;
    this.#liveRecognizer = liveRecognizer;
  }

  thought({ model, promptTokens, completionTokens, costUsd }: ModelUse): void {
    const { promptTokens: prompt = 0, completionTokens: completion = 0 } = this.#figures;
    Object.assign(this.#figures, {
      model,
      promptTokens: prompt + promptTokens,
      completionTokens: completion + completionTokens,
    });
    this.#spend(costUsd);
  }

  askedToHear(name: string, seconds: number): void {
    const { recognitionHour, liveHour } = this.#prices;
    const hour = name === this.#liveRecognizer ? liveHour : recognitionHour;
    this.#spend(speechCost(hour, name, seconds / 3_600));
  }

  askedToSpeak(name: string, characters: number): void {
    this.#spend(speechCost(this.#prices.voiceMillion, name, characters / 1e6));
  }

  failed(part: VendorPart, vendor: string, { kind, detail }: Failure): void {
    const { failures = [] } = this.#figures;
    const isKnown = failures.some(
      (each) => each.part === part && each.vendor === vendor && each.kind === kind,
    );
    if (!isKnown && failures.length < failuresMax)
      this.#figures.failures = [...failures, { part, vendor, kind, detail }];
  }

  replaced(statements: number): void {
    this.#figures.replaced = Math.min(replacedMax, (this.#figures.replaced ?? 0) + statements);
  }

  recognised(name: string): void {
    this.#figures.recognizer = name;
  }

  spoke(name: string): void {
    this.#figures.voice = name;
  }

  waited(name: keyof MeasuredWaits, ms: number): void {
    this.#figures[name] = limited(ms);
  }

  /** Ends the visitor's turn now. */
  answered({ endedAtMs }: Turn, isSpoken: boolean, nowMs = Date.now()): void {
    this.#visitorUntilMs = isSpoken ? endedAtMs : undefined;
    if (isSpoken) this.#figures.endOfTurnMs = limited(nowMs - endedAtMs);
  }

  /** The figures of a turn that the agent has said; the next turn begins with none. */
  take({ startedAtMs }: Turn, by: Meaning['by'], isInterrupted: boolean): TurnMetrics {
    const figures = this.#figures;
    const untilMs = this.#visitorUntilMs;
    this.#figures = {};
    this.#visitorUntilMs = undefined;
    return {
      ...figures,
      ...(untilMs !== undefined && { totalMs: limited(startedAtMs - untilMs) }),
      interrupted: isInterrupted,
      engine: figures.model === undefined ? 'script' : by,
    };
  }

  /** Cost since the last turn that the agent has said. */
  unreported(): Spent | undefined {
    const { promptTokens, completionTokens, costUsd } = this.#figures;
    const isNothing = promptTokens === undefined && costUsd === undefined;
    return isNothing ? undefined : { promptTokens, completionTokens, costUsd };
  }

  #spend(usd: number | undefined): void {
    if (usd !== undefined) this.#figures.costUsd = (this.#figures.costUsd ?? 0) + usd;
  }
}

function limited(ms: number): number {
  return Math.min(longestMs, Math.max(0, Math.round(ms)));
}
