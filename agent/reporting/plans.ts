import { planAnswer, type planRequest } from '../../lib/contracts/agent-plan.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { z } from '../../lib/contracts/schema.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';
import { PromiseCache } from '../promise-cache.ts';
import type { askSigned } from './events.ts';

/** A visitor waits at most this long for a plan that no heartbeat has announced; then a known plan is used. */
const callWaitMs = 5_000;
/** The timeout for a plan of a comparison, for which no visitor waits. */
const comparisonWaitMs = 20_000;
const maxCached = 20;

type PlanName = Pick<DispatchMetadata, 'planVersion' | 'callbackUrl'>;

/** The web app that this agent belongs to, and the plan of the agent's own files. */
interface OwnDeployment {
  webUrl: string;
  plan: InterviewPlan;
}

/**
 * Caches the plans of web apps by deployment and version: previews share the agent with production, and their version numbers
 * coincide.
 */
export class Plans {
  readonly #own: OwnDeployment;
  readonly #ask: typeof askSigned;
  readonly #onPublished: (plan: InterviewPlan) => void;
  readonly #cache = new PromiseCache<InterviewPlan>(maxCached);
  /** The newest known version that the agent's own deployment has published. */
  #lastPublished: InterviewPlan | undefined;
  /** The version that the web app named last. */
  #newestVersion: string | undefined;

  /** @param onPublished called once for each published version, to synthesize its phrases before the first call */
  constructor(own: OwnDeployment, ask: typeof askSigned, onPublished: (plan: InterviewPlan) => void) {
    this.#own = own;
    this.#ask = ask;
    this.#onPublished = onPublished;
  }

  /** The newest known plan of the agent's own deployment, for its next calls. */
  get current(): InterviewPlan {
    return this.#lastPublished ?? this.#own.plan;
  }

  /** Resolves to the plan of a call. Without an answer: the deployment's last known plan, else the one of the agent's own files. */
  async fetchForCall({ planVersion, callbackUrl }: PlanName): Promise<InterviewPlan> {
    if (planVersion === undefined) return this.#own.plan;
    try {
      return await this.#fetch(planVersion, callbackUrl);
    } catch (cause) {
      log.warn('plan_not_fetched', { version: planVersion }, cause);
      const isOwn = originOf(callbackUrl) === originOf(this.#own.webUrl);
      return (isOwn ? this.#lastPublished : undefined) ?? this.#own.plan;
    }
  }

  /** Resolves to this version of the agent's own deployment. @throws if it cannot be fetched */
  fetchVersion(planVersion: string): Promise<InterviewPlan> {
    return this.#fetch(planVersion, this.#own.webUrl, comparisonWaitMs);
  }

  /** Fetches the version that new calls of the agent's own deployment use, before the first of them. */
  prepare(version: string): void {
    this.#newestVersion = version;
    if (this.#lastPublished?.version === version) return;
    this.#fetch(version, this.#own.webUrl).then(
      (plan) => {
        if (this.#newestVersion !== version || this.#lastPublished?.version === version) return;
        this.#lastPublished = plan;
        this.#onPublished(plan);
      },
      (cause: unknown) => log.warn('plan_not_fetched', { version }, cause),
    );
  }

  #fetch(version: string, callbackUrl: string, limitMs = callWaitMs): Promise<InterviewPlan> {
    const body: z.infer<typeof planRequest> = { version };
    const url = new URL('/api/agent/plan', callbackUrl);
    return this.#cache.getOrMake(`${url.origin} ${version}`, async () => {
      const answer = await this.#ask(url.href, body, AbortSignal.timeout(limitMs));
      return planAnswer.parse(answer).plan;
    });
  }
}

function originOf(url: string): string {
  return new URL(url).origin;
}
