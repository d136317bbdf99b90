import type { llm } from '@livekit/agents';
import {
  answerMaxChars,
  callBackMaxChars,
  type CallEvent,
  type CallEventOf,
  handOverMaxChars,
} from '../../lib/contracts/call-events.ts';
import type { InterviewPlan, Topic } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { sentencesOf } from '../../lib/words.ts';
import { isFarewell } from '../language/farewell.ts';
import { asksSomething } from '../language/is-question.ts';
import { languageOf } from '../language/language-of.ts';

export interface TranscriptTurn {
  speaker: 'agent' | 'visitor';
  /** The visitor's words, or the agent's words that the visitor heard; empty if none were heard. */
  text: string;
  /** Tool calls of the reply, with their outputs. */
  toolCalls?: readonly llm.ChatItem[];
}

/** Sources of an answer or another fact, the strongest last. */
const sources = ['script', 'extracted', 'tool'] as const;
type Source = (typeof sources)[number];

interface Fact {
  value: string;
  source: Source;
}

/** The transcript's text for a turn whose words were not recognised. */
const unrecognizedText = '[The visitor answered, but the words could not be recognised.]';

/** Everything known in a call, shared by script and model. Reports each new fact at once. */
export class Memory {
  readonly plan: InterviewPlan;
  /** The turns of both sides, in order. */
  readonly transcript: TranscriptTurn[] = [];
  /** The question to which the next answer belongs. The topic is unknown if the model did not name it. */
  question: { topic?: string } | undefined;
  /** The number of the visitor's turns that no extraction has read yet. */
  unreadTurns = 0;
  /** The number of the visitor's turns from which no tool, script or extraction has taken the answers yet. */
  unprocessedTurns = 0;
  /** The ids of topics that are not asked about again: the answer was not recognised, or the visitor gave none. */
  readonly givenUp = new Set<string>();
  readonly #report: (event: CallEvent) => void;
  readonly #answers = new Map<string, Fact>();
  readonly #wishes = new Map<'phone' | 'callBack' | 'handOver', Fact>();
  readonly #firstPhone: string | undefined;
  #language: Language;
  #index = 0;

  /** @param phone the number that the visitor left before the call, in the form +998901234567 */
  constructor(
    plan: InterviewPlan,
    language: Language,
    report: (event: CallEvent) => void = () => {},
    phone?: string,
  ) {
    this.plan = plan;
    this.#language = language;
    this.#firstPhone = phone;
    this.#report = report;
  }

  /** The language spoken last, by the visitor or the model. Recogniser, voice and script use it. */
  get language(): Language {
    return this.#language;
  }

  get phone(): string | undefined {
    return this.#wishes.get('phone')?.value ?? this.#firstPhone;
  }

  /** True if the visitor named another number than the one left before the call. */
  get isPhoneCorrected(): boolean {
    return this.#wishes.has('phone');
  }

  get callBack(): string | undefined {
    return this.#wishes.get('callBack')?.value;
  }

  get handOverReason(): string | undefined {
    return this.#wishes.get('handOver')?.value;
  }

  get answers(): ReadonlyMap<string, string> {
    return new Map([...this.#answers].map(([id, { value }]) => [id, value]));
  }

  topic(id: string | null | undefined): Topic | undefined {
    return this.plan.topics.find((topic) => topic.id === id);
  }

  get unanswered(): Topic[] {
    return this.plan.topics.filter(({ id }) => !this.#answers.has(id));
  }

  /** Topics that may still be asked about: neither answered nor given up. */
  get askable(): Topic[] {
    return this.unanswered.filter(({ id }) => !this.givenUp.has(id));
  }

  /** The words of one side, turn by turn. */
  turnsOf(speaker: TranscriptTurn['speaker']): string[] {
    return this.transcript.flatMap((turn) =>
      turn.speaker === speaker && turn.text !== '' && turn.text !== unrecognizedText ? turn.text : [],
    );
  }

  /** The question at the end of the agent's last words, if the visitor has said nothing since. */
  get unansweredQuestion(): string | undefined {
    const lastTurn = this.transcript.findLast(({ text }) => text !== '');
    if (lastTurn?.speaker !== 'agent') return undefined;
    const sentence = sentencesOf(lastTurn.text).findLast((each) => /\p{L}/u.test(each));
    return sentence?.includes('?') === true ? sentence : undefined;
  }

  /** True if the agent has said goodbye and asked nothing since. */
  get hasSaidGoodbye(): boolean {
    const lastTurn = this.transcript.findLast(
      ({ speaker, text }) => speaker === 'agent' && (isFarewell(text) || asksSomething(text)),
    );
    return lastTurn !== undefined && isFarewell(lastTurn.text);
  }

  /** Adds a turn whose words were not recognised. */
  addUnrecognized(): void {
    this.transcript.push({ speaker: 'visitor', text: unrecognizedText });
  }

  add(speaker: TranscriptTurn['speaker'], text: string, toolCalls?: TranscriptTurn['toolCalls']): void {
    if (text.trim() === '' && toolCalls === undefined) return;
    this.transcript.push({ speaker, text, toolCalls });
    if (speaker === 'agent') return;
    this.unreadTurns++;
    this.unprocessedTurns++;
    this.followLanguage(text);
  }

  /** Switches to the language of these words, if the plan has it. */
  followLanguage(text: string): void {
    const language = languageOf(text);
    if (language !== undefined && this.plan.languages.includes(language)) this.#language = language;
  }

  /** Saves an answer, unless a stronger source has already answered. */
  saveAnswer(id: string, answer: string, source: Source): void {
    const topic = this.topic(id);
    const value = answer.slice(0, answerMaxChars);
    const previousValue = this.#answers.get(id)?.value;
    if (topic === undefined || !store(this.#answers, id, { value, source }) || value === previousValue)
      return;
    this.#report({ type: 'answer', index: this.#index++, topic: id, field: topic.field, value });
  }

  correctPhone(phone: string, source: Source = 'tool'): void {
    if (phone === this.phone || !store(this.#wishes, 'phone', { value: phone, source })) return;
    this.#report({ type: 'phone_corrected', index: this.#index++, phone });
  }

  saveCallBack(
    { when, atMs }: Pick<CallEventOf<'call_back_at'>, 'when' | 'atMs'>,
    source: Source = 'tool',
  ): void {
    const value = when.slice(0, callBackMaxChars);
    if (store(this.#wishes, 'callBack', { value, source }))
      this.#report({ type: 'call_back_at', index: this.#index++, when: value, atMs });
  }

  saveHandOver(reason: string, source: Source = 'tool'): void {
    const value = reason.slice(0, handOverMaxChars);
    if (store(this.#wishes, 'handOver', { value, source }))
      this.#report({ type: 'hand_over', index: this.#index++, reason: value });
  }

  reportRefusedRecording(): void {
    this.#report({ type: 'recording_refused', index: this.#index++ });
  }
}

/** Stores a fact and returns true, unless a stronger source has stored another one. */
function store<Key>(facts: Map<Key, Fact>, key: Key, fact: Fact): boolean {
  const known = facts.get(key);
  if (known !== undefined && sources.indexOf(fact.source) < sources.indexOf(known.source)) return false;
  facts.set(key, fact);
  return true;
}
