import { type CallState, newCall } from './call-state.ts';
import type { Effect, Event, ReportedEffect, SpeechEvent, TimerName } from './events.ts';
import { decide } from './policy.ts';
import type { Waits } from './timing.ts';
import type { Cue, Utterance, Wording } from './wording.ts';

/** Says the agent's utterances, one at a time. */
export interface Speaker {
  /** Speculation: synthesizes an utterance that may be said next. */
  prepare(utterance: Utterance): void;
  say(utterance: Utterance, onEvent: (event: SpeechEvent) => void): void;
  pause(): void;
  resume(): void;
  /** Ends the utterance at once; `speech_ended` was emitted when this returns. */
  stop(): void;
}

export type Report = ReportedEffect | { type: 'state'; state: 'thinking' | 'speaking' | 'listening' };

export interface ConversationOptions {
  wording: Wording;
  speaker: Speaker;
  onReport: (report: Report) => void;
  /** True if words are recognised during the call. */
  hasRecognizer: boolean;
  waits?: Waits;
}

/** Runs a call: performs the policy's effects, without rules of its own. */
export class Conversation {
  readonly #wording: Wording;
  readonly #speaker: Speaker;
  readonly #report: (report: Report) => void;
  readonly #timers = new Map<TimerName, NodeJS.Timeout>();
  readonly #queue: Event[] = [];
  #call: CallState;
  #isBusy = false;
  #utterance: Utterance | undefined;

  constructor({ wording, speaker, onReport, hasRecognizer, waits }: ConversationOptions) {
    this.#call = newCall(hasRecognizer, waits);
    this.#wording = wording;
    this.#speaker = speaker;
    this.#report = onReport;
  }

  /** Queues events that arrive while another one is processed. */
  handle(event: Event): void {
    this.#queue.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let nextEvent = this.#queue.shift(); nextEvent !== undefined; nextEvent = this.#queue.shift()) {
      const { phase } = this.#call;
      this.#call = decide(this.#call, nextEvent);
      if (nextEvent.type === 'speech_started') this.#report({ type: 'state', state: 'speaking' });
      if (this.#call.phase === 'listening' && phase !== 'listening')
        this.#report({ type: 'state', state: 'listening' });
      for (const effect of this.#call.effects) this.#perform(effect);
    }
    this.#isBusy = false;
  }

  /** Cancels the timers and ignores all later events. */
  async close(): Promise<void> {
    this.#call = { ...this.#call, phase: 'over' };
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.#wording.close?.();
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'say':
        this.#say(effect.cue);
        break;
      case 'prepare': {
        const utterance = this.#wording.prepare?.(effect.cue);
        if (utterance !== undefined) this.#speaker.prepare(utterance);
        break;
      }
      case 'pause':
      case 'resume':
      case 'stop':
        this.#speaker[effect.type]();
        break;
      case 'heard':
        this.#utterance?.heard(effect.text, effect.isQuestionHeard);
        break;
      case 'set_timer':
        this.#setTimer(effect.timer, effect.ms);
        break;
      case 'clear_timer':
        clearTimeout(this.#timers.get(effect.timer));
        break;
      case 'visitor_turn':
        this.#report({ ...effect, turn: { ...effect.turn, topic: this.#wording.topic } });
        break;
      default:
        this.#report(effect);
    }
  }

  #setTimer(timer: TimerName, ms: number): void {
    clearTimeout(this.#timers.get(timer));
    const fire = () => this.handle({ type: 'timer', timer, atMs: Date.now() });
    this.#timers.set(timer, setTimeout(fire, ms));
  }

  #say(cue: Cue): void {
    const utterance = this.#wording.say(cue);
    this.#utterance = utterance;
    this.#report({ type: 'state', state: 'thinking' });
    this.#speaker.say(utterance, (event) => this.handle(event));
  }
}
