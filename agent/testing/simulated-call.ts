import { vi } from 'vitest';
import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { type Speaker, Conversation } from '../conversation/conversation.ts';
import { Memory } from '../conversation/memory.ts';
import type { Sentence } from '../../lib/server/plan/script.ts';
import type { Event, SpeechEvent } from '../conversation/events.ts';
import { ScriptWording } from '../conversation/script-wording.ts';
import { timing } from '../conversation/timing.ts';
import type { Utterance } from '../conversation/wording.ts';
import { fourTopics } from './plan.ts';

/** How long each sentence of the agent lasts. */
export const sentenceMs = 2_000;
/** From the request of an utterance to its first sentence. */
const voiceDelayMs = 50;
/** The voice detector's window. */
const windowMs = 32;
const stepLimit = 10_000;

/** Says the keys of its sentences instead of their words. */
class KeyedScript extends ScriptWording {
  override text(sentence: Sentence): string {
    return super.text(sentence) === '' ? '' : sentence;
  }
}

/** A voice whose sentences take time and make no sound. */
class SilentVoice implements Speaker {
  /** The sentences of each utterance. */
  readonly utterances: string[][] = [];
  readonly #sentenceMs: number;
  #timers: NodeJS.Timeout[] = [];
  #end: (isInterrupted: boolean) => void = () => {};

  constructor(msPerSentence: number) {
    this.#sentenceMs = msPerSentence;
  }

  say({ lead, rest, meaning }: Utterance, onEvent: (event: SpeechEvent) => void): void {
    const sentences = [...lead, ...(rest as Iterable<string>)];
    const heardSentences: string[] = [];
    this.utterances.push(sentences);
    const isGoodbye = meaning.ends !== undefined;
    this.#end = (isInterrupted) => {
      const heard = heardSentences.join(' ');
      onEvent({ type: 'speech_ended', heard, isInterrupted, meaning, atMs: Date.now() });
    };
    const schedule = (index: number, action: () => void) =>
      setTimeout(action, voiceDelayMs + index * this.#sentenceMs);
    this.#timers = sentences.map((sentence, index) =>
      schedule(index, () => {
        heardSentences.push(sentence);
        if (index === 0) onEvent({ type: 'speech_started', atMs: Date.now() });
        if (index === lead.length) onEvent({ type: 'question_started', isGoodbye, atMs: Date.now() });
      }),
    );
    this.#timers.push(schedule(sentences.length, () => this.#end(false)));
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#end(true);
  }

  prepare(): void {}
  pause(): void {}
  resume(): void {}
}

/** A scripted call in fake time (`vi.useFakeTimers`): the test decides when the visitor speaks. */
export class SimulatedCall {
  readonly turns: Turn[] = [];
  startedAtMs: number | undefined;
  endReason: EndReason | undefined;
  endedAtMs: number | undefined;
  /** True from the request of an utterance until the agent listens; it stays true after the last one. */
  isAgentsTurn = false;
  readonly #voice: SilentVoice;
  readonly #conversation: Conversation;
  #speech: { fromMs: number; toMs: number } | undefined;

  constructor(eachSentenceMs = sentenceMs, plan: InterviewPlan = fourTopics) {
    vi.clearAllTimers();
    this.#voice = new SilentVoice(eachSentenceMs);
    this.#conversation = new Conversation({
      wording: new KeyedScript(new Memory(plan, 'en')),
      speaker: this.#voice,
      onReport: (report) => {
        if (report.type === 'started') this.startedAtMs = report.atMs;
        else if (report.type === 'state') this.isAgentsTurn = report.state !== 'listening';
        else if (report.type === 'end')
          Object.assign(this, { endReason: report.reason, endedAtMs: report.atMs });
        else this.turns.push(report.turn);
      },
      hasRecognizer: false,
    });
    this.handle({ type: 'entered', atMs: this.nowMs });
    this.handle({ type: 'microphone', isOpen: true, atMs: this.nowMs });
  }

  get nowMs(): number {
    return Date.now();
  }

  get utterances(): readonly (readonly string[])[] {
    return this.#voice.utterances;
  }

  get lastUtterance(): readonly string[] {
    return this.utterances.at(-1) ?? [];
  }

  join(): this {
    return this.handle({ type: 'visitor_met', atMs: this.nowMs, identity: 'visitor' });
  }

  disconnect(): this {
    return this.handle({ type: 'visitor_lost', atMs: this.nowMs, isForGood: false });
  }

  leave(): this {
    return this.handle({ type: 'visitor_lost', atMs: this.nowMs, isForGood: true });
  }

  reconnect(): this {
    return this.handle({ type: 'visitor_back', atMs: this.nowMs, identity: 'visitor' });
  }

  fail(): this {
    return this.handle({ type: 'failed', atMs: this.nowMs });
  }

  type(text: string): this {
    return this.handle({ type: 'visitor_typed', atMs: this.nowMs, text });
  }

  /** Types for this long; the page reports it every three seconds. */
  typeFor(forMs: number): this {
    for (let remainingMs = forMs; remainingMs > 0; remainingMs -= 3_000)
      this.handle({ type: 'visitor_typing', atMs: this.nowMs, isTyping: true }).run(
        Math.min(remainingMs, 3_000),
      );
    return this;
  }

  /** The visitor speaks without a pause, from `afterMs` on. The detector joins two voices across a short pause. */
  speak(durationMs: number, afterMs = 0): this {
    const fromMs = this.nowMs + afterMs;
    const toMs = fromMs + durationMs;
    this.#at(fromMs + timing.voiceOpensMs, () => {
      const isOpen = this.#speech !== undefined;
      this.#speech = { fromMs: this.#speech?.fromMs ?? fromMs, toMs };
      if (!isOpen) this.handle({ type: 'voice_started', atMs: this.nowMs, fromMs });
    });
    this.#hearVoice(fromMs, durationMs, timing.voiceOpensMs + windowMs);
    this.#at(toMs + timing.voiceClosesMs, () => {
      if (this.#speech === undefined || this.#speech.toMs > toMs) return;
      const { fromMs: beganMs } = this.#speech;
      this.#speech = undefined;
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
    vi.advanceTimersByTime(ms);
    return this;
  }

  until(isReached: (call: this) => boolean): this {
    for (let steps = 0; !isReached(this); steps++) {
      if (vi.getTimerCount() === 0 || steps > stepLimit)
        throw new Error('the awaited state was never reached');
      vi.advanceTimersToNextTimer();
    }
    return this;
  }

  untilListening(): this {
    return this.until(({ isAgentsTurn }) => !isAgentsTurn);
  }

  untilSpeaking(): this {
    return this.until(({ isAgentsTurn }) => isAgentsTurn);
  }

  untilEnded(): this {
    return this.until(({ endReason }) => endReason !== undefined);
  }

  /** Answers after the end of the question, and waits for the agent's reaction. */
  answer(durationMs = 1_500): this {
    return this.untilListening().speak(durationMs, 400).untilSpeaking();
  }

  handle(event: Event): this {
    this.#conversation.handle(event);
    return this;
  }

  #at(atMs: number, run: () => void): void {
    setTimeout(run, atMs - this.nowMs);
  }
}
