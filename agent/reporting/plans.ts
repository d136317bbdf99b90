import { planAnswer, type planRequest } from '../../lib/contracts/agent-plan.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { z } from '../../lib/contracts/schema.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';

/** A visitor waits for the plan of their call: after this long the last one that is known has to do. */
const withinMs = 1_500;
const kept = 20;

type Ask = (url: string, value: unknown, signal: AbortSignal) => Promise<unknown>;

/** The versions of the plan that this process has had from the web app, with that of its own files as the last resort. */
export class Plans {
  readonly #own: InterviewPlan;
  readonly #ask: Ask;
  readonly #onPublished: (plan: InterviewPlan) => void;
  readonly #known = new Map<string, Promise<InterviewPlan>>();
  /** The one that was published last, as far as it is known here. */
  #last: InterviewPlan | undefined;

  /** @param onPublished told once of each published version, so that its voice can be made ahead of the calls */
  constructor(own: InterviewPlan, ask: Ask, onPublished: (plan: InterviewPlan) => void) {
    this.#own = own;
    this.#ask = ask;
    this.#onPublished = onPublished;
  }

  /** The plan of a call. Where the web app does not answer: the last one that is known, else that of the files. */
  async of({
    planVersion,
    callbackUrl,
  }: Pick<DispatchMetadata, 'planVersion' | 'callbackUrl'>): Promise<InterviewPlan> {
    if (planVersion === undefined) return this.#own;
    try {
      return await this.#fetched(planVersion, callbackUrl);
    } catch (cause) {
      log.warn('plan_not_fetched', { version: planVersion }, cause);
      return this.#last ?? this.#own;
    }
  }

  /** Has the version that new calls go by ready before the first of them. */
  prepare(version: string, callbackUrl: string): void {
    if (this.#last?.version === version) return;
    this.#fetched(version, callbackUrl).then(
      (plan) => {
        if (this.#last?.version === version) return;
        this.#last = plan;
        this.#onPublished(plan);
      },
      (cause: unknown) => log.warn('plan_not_fetched', { version }, cause),
    );
  }

  #fetched(version: string, callbackUrl: string): Promise<InterviewPlan> {
    const known = this.#known.get(version);
    if (known !== undefined) return known;
    const body: z.infer<typeof planRequest> = { version };
    const asked = this.#ask(
      new URL('/api/agent/plan', callbackUrl).href,
      body,
      AbortSignal.timeout(withinMs),
    ).then((answer) => planAnswer.parse(answer).plan);
    this.#known.set(version, asked);
    asked.catch(() => this.#known.delete(version));
    const [oldest] = this.#known.keys();
    if (this.#known.size > kept && oldest !== undefined) this.#known.delete(oldest);
    return asked;
  }
}
