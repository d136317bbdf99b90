import type { CallEvent, CallEventOf } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan, Topic } from '../../lib/contracts/interview.ts';

/** The findings of the interview: kept here while the call lasts, and reported as soon as it is known. */
export class Notes {
  readonly plan: InterviewPlan;
  readonly #report: (event: CallEvent) => void;
  readonly #answers = new Map<string, string>();
  #index = 0;
  #phone: string | undefined;
  #callBack: string | undefined;
  #handOver: string | undefined;

  /** @param phone the number that the visitor left before the call, in the form +998901234567 */
  constructor(plan: InterviewPlan, report: (event: CallEvent) => void, phone?: string) {
    this.plan = plan;
    this.#report = report;
    this.#phone = phone;
  }

  /** How often something was noted. */
  get changes(): number {
    return this.#index;
  }

  get answers(): ReadonlyMap<string, string> {
    return this.#answers;
  }

  get phone(): string | undefined {
    return this.#phone;
  }

  get callBack(): string | undefined {
    return this.#callBack;
  }

  get handOverReason(): string | undefined {
    return this.#handOver;
  }

  get open(): Topic[] {
    return this.plan.topics.filter(({ id }) => !this.#answers.has(id));
  }

  /** A second answer to the same topic corrects the first one. */
  answer(id: string, value: string): void {
    const topic = this.plan.topics.find((each) => each.id === id);
    if (topic === undefined || this.#answers.get(id) === value) return;
    this.#answers.set(id, value);
    this.#report({ type: 'answer', index: this.#index++, topic: id, field: topic.field, value });
  }

  correctPhone(phone: string): void {
    if (this.#phone === phone) return;
    this.#phone = phone;
    this.#report({ type: 'phone_corrected', index: this.#index++, phone });
  }

  callBackAt({ when, atMs }: Pick<CallEventOf<'call_back_at'>, 'when' | 'atMs'>): void {
    this.#callBack = when;
    this.#report({ type: 'call_back_at', index: this.#index++, when, atMs });
  }

  handOver(reason: string): void {
    this.#handOver = reason;
    this.#report({ type: 'hand_over', index: this.#index++, reason });
  }
}
