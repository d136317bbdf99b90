import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { Memory } from '../conversation/memory.ts';
import type { Sentence } from '../../lib/server/plan/script.ts';
import { decide } from '../conversation/policy.ts';
import {
  type CallState,
  type Effect,
  type Event,
  type TimerName,
  newCall,
} from '../conversation/policy-state.ts';
import { ScriptWording } from '../conversation/script-wording.ts';
import { timing } from '../conversation/timing.ts';
import type { Cue, Utterance } from '../conversation/wording.ts';
import { fourTopics } from './plan.ts';

/** How long each sentence of the agent lasts, and its delay after the request. */
export const sentenceMs = 2_000;
const voiceDelayMs = 50;
/** The voice detector's window. */
const windowMs = 32;
const stepLimit = 10_000;

interface ScheduledTask {
  atMs: number;
  /** Stopping the agent's voice cancels its tasks. */
  voice?: true;
  timer?: TimerName;
  run: () => void;
}

/** Says the keys of its sentences instead of their words. */
class KeyedScript extends ScriptWording {
  override text(sentence: Sentence): string {
    return super.text(sentence) === '' ? '' : sentence;
  }
}

/** A scripted call on a virtual clock: the agent's sentences take time, and the test decides when the visitor speaks. */
export class SimulatedCall {
  /** The sentences of each utterance. */
  readonly said: string[][] = [];
  readonly turns: Turn[] = [];
  startedAtMs: number | undefined;
  ended: EndReason | undefined;
  nowMs = 1_800_000_000_000;
  readonly #wording: ScriptWording;
  #call: CallState = newCall(false);
  #tasks: ScheduledTask[] = [];
  #heard: string[] = [];
  #voice: { fromMs: number; toMs: number } | undefined;
  #utterance: Utterance | undefined;
  readonly #sentenceMs: number;

  constructor(eachSentenceMs = sentenceMs, plan: InterviewPlan = fourTopics) {
    this.#sentenceMs = eachSentenceMs;
    this.#wording = new KeyedScript(new Memory(plan, 'en'));
    this.handle({ type: 'entered', atMs: this.nowMs });
    this.handle({ type: 'microphone', isOpen: true, atMs: this.nowMs });
  }

  get phase() {
    return this.#call.phase;
  }

  get endpointMs() {
    return this.#call.blindEndpointMs;
  }

  get lastSaid(): readonly string[] {
    return this.said.at(-1) ?? [];
  }

  meet(): this {
    this.handle({ type: 'visitor_met', atMs: this.nowMs, identity: 'visitor' });
    return this;
  }

  lose(forGood: boolean): this {
    this.handle({ type: 'visitor_lost', atMs: this.nowMs, forGood });
    return this;
  }

  return(): this {
    this.handle({ type: 'visitor_back', atMs: this.nowMs, identity: 'visitor' });
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

  /** Types for this long; the page reports it every three seconds. */
  write(forMs: number): this {
    for (let leftMs = forMs; leftMs > 0; leftMs -= 3_000) {
      this.handle({ type: 'visitor_writes', atMs: this.nowMs, writing: true });
      this.run(Math.min(leftMs, 3_000));
    }
    return this;
  }

  /** The visitor speaks without a pause, beginning `afterMs` from now. The detector joins two voices across a short pause. */
  speak(durationMs: number, afterMs = 0): this {
    const fromMs = this.nowMs + afterMs;
    const toMs = fromMs + durationMs;
    this.#at(fromMs + timing.voiceOpensMs, () => {
      const isOpen = this.#voice !== undefined;
      this.#voice = { fromMs: this.#voice?.fromMs ?? fromMs, toMs };
      if (!isOpen) this.handle({ type: 'voice_started', atMs: this.nowMs, fromMs });
    });
    this.#hearVoice(fromMs, durationMs, timing.voiceOpensMs + windowMs);
    this.#at(toMs + timing.voiceClosesMs, () => {
      if (this.#voice === undefined || this.#voice.toMs > toMs) return;
      const { fromMs: beganMs } = this.#voice;
      this.#voice = undefined;
      const voicedMs = toMs - beganMs;
      this.handle({ type: 'voice_ended', atMs: this.nowMs, fromMs: beganMs, toMs, voicedMs });
    });
    return this;
  }

  #hearVoice(fromMs: number, durationMs: number, voicedMs: number): void {
    if (voicedMs > durationMs) return;
    this.#at(fromMs + voicedMs, () => {
      this.handle({ type: 'voiced', atMs: this.nowMs, voicedMs });
      // Every window of the first second, then every tenth one.
      this.#hearVoice(fromMs, durationMs, voicedMs + windowMs * (voicedMs < 1_000 ? 1 : 10));
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

  handle(event: Event): void {
    const { call, effects } = decide(this.#call, event);
    this.#call = call;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'say':
        this.#say(effect.cue);
        break;
      case 'stop':
        this.#tasks = this.#tasks.filter((task) => task.voice !== true);
        this.#at(this.nowMs, () => this.#speechEnded(true));
        break;
      case 'heard':
        this.#utterance?.heard(effect.text, effect.isQuestionHeard);
        break;
      case 'set_timer':
        this.#clear(effect.timer);
        this.#at(
          this.nowMs + effect.ms,
          () => this.handle({ type: 'timer', timer: effect.timer, atMs: this.nowMs }),
          { timer: effect.timer },
        );
        break;
      case 'clear_timer':
        this.#clear(effect.timer);
        break;
      case 'started':
        this.startedAtMs = effect.atMs;
        break;
      case 'visitor_turn':
      case 'agent_turn':
        this.turns.push(effect.turn);
        break;
      case 'end':
        this.ended = effect.reason;
        break;
    }
  }

  #say(cue: Cue): void {
    const utterance = this.#wording.say(cue);
    const sentences = [...utterance.lead, ...(utterance.rest as Iterable<string>)];
    this.#utterance = utterance;
    this.said.push(sentences);
    this.#heard = [];
    const beginMs = this.nowMs + voiceDelayMs;
    for (const [index, sentence] of sentences.entries())
      this.#at(beginMs + index * this.#sentenceMs, () => this.#hear(sentence, index), { voice: true });
    const endMs = beginMs + sentences.length * this.#sentenceMs;
    this.#at(endMs, () => this.#speechEnded(false), { voice: true });
  }

  #hear(sentence: string, index: number): void {
    const { lead, meaning } = this.#utterance ?? {};
    this.#heard.push(sentence);
    if (index === 0) this.handle({ type: 'speech_started', atMs: this.nowMs });
    const isGoodbye = meaning?.ends !== undefined;
    if (index === lead?.length) this.handle({ type: 'question_started', isGoodbye, atMs: this.nowMs });
  }

  #speechEnded(isInterrupted: boolean): void {
    const { meaning = { by: 'script' } } = this.#utterance ?? {};
    const heard = this.#heard.join(' ');
    this.handle({ type: 'speech_ended', atMs: this.nowMs, heard, isInterrupted, meaning });
  }

  #at(atMs: number, run: () => void, kind: Pick<ScheduledTask, 'voice' | 'timer'> = {}): void {
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
