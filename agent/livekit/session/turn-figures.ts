import type { llm } from '@livekit/agents';
import type { Spent, TurnMetrics } from '../../../lib/contracts/call-events.ts';
import { type SpeechPrices, speechCost } from '../../interview/budget.ts';
import type { Failure, VendorPart } from '../../../lib/contracts/vendor-failures.ts';
import type { ModelUse } from './language-model.ts';

const failuresMax = 8;

/** Collects time, tokens and cost of the agent's next turn, speculation included. */
export class TurnFigures {
  readonly #prices: SpeechPrices;
  readonly #liveRecognizer: string | undefined;
  #figures: Partial<TurnMetrics> = {};
  #recognizer: string | undefined;

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

  recognised(name: string): void {
    this.#recognizer = name;
  }

  spoke(name: string): void {
    this.#figures.voice = name;
  }

  answered({ endOfTurnDelay, transcriptionDelay }: llm.ChatMessage['metrics']): void {
    Object.assign(this.#figures, {
      endOfTurnMs: ms(endOfTurnDelay),
      recognitionMs: ms(transcriptionDelay),
      recognizer: this.#recognizer,
    });
    this.#recognizer = undefined;
  }

  /** The figures of a turn that the agent has said; the next turn begins with none. */
  take({ metrics, interrupted }: llm.ChatMessage, by: 'model' | 'script'): TurnMetrics {
    const figures = this.#figures;
    this.#figures = {};
    return {
      ...figures,
      firstTokenMs: ms(metrics.llmNodeTtft),
      firstSoundMs: ms(metrics.ttsNodeTtfb),
      totalMs: ms(metrics.e2eLatency),
      interrupted,
      engine: figures.model === undefined ? 'script' : by,
    };
  }

  /** Spent since the last turn that the agent has said. */
  rest(): Spent | undefined {
    const { promptTokens, completionTokens, costUsd } = this.#figures;
    const isNothing = promptTokens === undefined && costUsd === undefined;
    return isNothing ? undefined : { promptTokens, completionTokens, costUsd };
  }

  #spend(usd: number | undefined): void {
    if (usd !== undefined) this.#figures.costUsd = (this.#figures.costUsd ?? 0) + usd;
  }
}

/** Seconds as whole ms; nothing where nothing was measured. */
function ms(seconds: number | undefined): number | undefined {
  return seconds === undefined || !(seconds >= 0) ? undefined : Math.min(600_000, Math.round(seconds * 1000));
}
