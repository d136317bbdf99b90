import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import {
  type Interview,
  type InterviewAction,
  type InterviewEvent,
  type TimerName,
  newInterview,
} from '../interview/machine-state.ts';
import { step } from '../interview/machine.ts';
import { type Line, type Script, type Sentence, scriptOf } from '../interview/script.ts';
import { fourTopics } from './plan.ts';
import { speechClosesAfterMs, speechOpensAfterMs } from '../interview/timing.ts';

/** Each sentence of the agent lasts this long, and begins this long after it was asked for. */
export const sentenceMs = 2_000;
const voiceDelayMs = 50;
/** The voice detector's. */
const windowMs = 32;
const stepLimit = 10_000;

interface Task {
  atMs: number;
  /** Tasks of the agent's voice go when it is stopped. */
  voice?: true;
  timer?: TimerName;
  run: () => void;
}

/** An interview on a clock of its own: an agent whose sentences take time, and a visitor who speaks when told. */
export class SimulatedCall {
  readonly said: Line[] = [];
  readonly turns: Turn[] = [];
  startedAtMs: number | undefined;
  ended: EndReason | undefined;
  nowMs = 1_800_000_000_000;
  #interview: Interview;
  #tasks: Task[] = [];
  #heard: Sentence[] = [];
  readonly #sentenceMs: number;

  constructor(eachSentenceMs = sentenceMs, script: Script = scriptOf(fourTopics, 'en')) {
    this.#sentenceMs = eachSentenceMs;
    this.#interview = newInterview(script);
    this.handle({ type: 'entered', atMs: this.nowMs });
  }

  get phase() {
    return this.#interview.phase;
  }

  get endpointMs() {
    return this.#interview.endpointMs;
  }

  get lastSaid(): readonly Sentence[] {
    return this.said.at(-1)?.sentences ?? [];
  }

  meet(): this {
    this.handle({ type: 'visitor_met', atMs: this.nowMs });
    return this;
  }

  lose(forGood: boolean): this {
    this.handle({ type: 'visitor_lost', atMs: this.nowMs, forGood });
    return this;
  }

  return(): this {
    this.handle({ type: 'visitor_back', atMs: this.nowMs });
    return this;
  }

  fail(): this {
    this.handle({ type: 'failed', atMs: this.nowMs });
    return this;
  }

  type(text: string): this {
    this.handle({ type: 'visitor_typed', atMs: this.nowMs, text });
    return this;
  }

  /** Writes for so long, of which the page tells every three seconds. */
  write(forMs: number): this {
    for (let leftMs = forMs; leftMs > 0; leftMs -= 3_000) {
      this.handle({ type: 'visitor_writes', atMs: this.nowMs });
      this.run(Math.min(leftMs, 3_000));
    }
    return this;
  }

  /** The visitor speaks without a pause, beginning `afterMs` from now. */
  speak(durationMs: number, afterMs = 0): this {
    const fromMs = this.nowMs + afterMs;
    const toMs = fromMs + durationMs;
    this.#at(fromMs + speechOpensAfterMs, () =>
      this.handle({ type: 'speech_started', atMs: this.nowMs, fromMs }),
    );
    this.#voice(fromMs, durationMs, speechOpensAfterMs + windowMs);
    this.#at(toMs + speechClosesAfterMs, () =>
      this.handle({ type: 'speech_ended', atMs: this.nowMs, fromMs, toMs }),
    );
    return this;
  }

  #voice(fromMs: number, durationMs: number, voicedMs: number): void {
    if (voicedMs > durationMs) return;
    this.#at(fromMs + voicedMs, () => {
      this.handle({ type: 'speech_voiced', atMs: this.nowMs, voicedMs });
      // The first second decides; later on every tenth window does.
      this.#voice(fromMs, durationMs, voicedMs + windowMs * (voicedMs < 1_000 ? 1 : 10));
    });
  }

  run(ms: number): this {
    const untilMs = this.nowMs + ms;
    while ((this.#tasks[0]?.atMs ?? Infinity) <= untilMs) this.#next();
    this.nowMs = untilMs;
    return this;
  }

  until(holds: (call: this) => boolean): this {
    for (let steps = 0; !holds(this); steps++) {
      if (this.#tasks.length === 0 || steps > stepLimit) throw new Error('it never came to that');
      this.#next();
    }
    return this;
  }

  untilListening(): this {
    return this.until(({ phase }) => phase === 'listening');
  }

  untilSpeaking(): this {
    return this.until(({ phase }) => phase === 'speaking');
  }

  untilEnded(): this {
    return this.until(({ ended }) => ended !== undefined);
  }

  /** Hears the question to its end, waits a moment and answers. */
  answer(durationMs = 1_500): this {
    return this.untilListening().speak(durationMs, 400).untilSpeaking();
  }

  handle(event: InterviewEvent): void {
    const { next, actions } = step(this.#interview, event);
    this.#interview = next;
    for (const action of actions) this.#perform(action);
  }

  #perform(action: InterviewAction): void {
    switch (action.type) {
      case 'say':
        this.#say(action.line);
        break;
      case 'stop_speaking':
        this.#tasks = this.#tasks.filter((task) => task.voice !== true);
        this.#at(this.nowMs, () => this.#lineEnded());
        break;
      case 'set_timer':
        this.#clear(action.timer);
        this.#at(
          this.nowMs + action.ms,
          () => this.handle({ type: 'timer', timer: action.timer, atMs: this.nowMs }),
          { timer: action.timer },
        );
        break;
      case 'clear_timer':
        this.#clear(action.timer);
        break;
      case 'report_started':
        this.startedAtMs = action.atMs;
        break;
      case 'report_turn':
        this.turns.push(action.turn);
        break;
      case 'end':
        this.ended = action.reason;
        break;
    }
  }

  #say(line: Line): void {
    this.said.push(line);
    this.#heard = [];
    const beginMs = this.nowMs + voiceDelayMs;
    for (const [index, sentence] of line.sentences.entries())
      this.#at(
        beginMs + index * this.#sentenceMs,
        () => {
          this.#heard.push(sentence);
          this.handle({ type: 'sentence_started', index, atMs: this.nowMs });
        },
        { voice: true },
      );
    this.#at(beginMs + line.sentences.length * this.#sentenceMs, () => this.#lineEnded(), { voice: true });
  }

  #lineEnded(): void {
    const text = this.#heard.join(' ') || undefined;
    this.handle({ type: 'line_ended', atMs: this.nowMs, text });
  }

  #at(atMs: number, run: () => void, kind: Pick<Task, 'voice' | 'timer'> = {}): void {
    this.#tasks.push({ atMs, run, ...kind });
    this.#tasks.sort((a, b) => a.atMs - b.atMs);
  }

  #clear(timer: TimerName): void {
    this.#tasks = this.#tasks.filter((task) => task.timer !== timer);
  }

  #next(): void {
    const task = this.#tasks.shift();
    if (task === undefined) return;
    this.nowMs = Math.max(this.nowMs, task.atMs);
    task.run();
  }
}
