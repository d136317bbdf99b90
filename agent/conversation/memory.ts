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
  readonly #answers = new Map<string, { value: string; source: Source }>();
  readonly #facts: { language: Language; phone?: string; callBack?: string; handOver?: string };
  /** The sources of the facts other than answers. */
  readonly #sources = new Map<'phone' | 'callBack' | 'handOver', Source>();
  #index = 0;

  /** @param phone the number that the visitor left before the call, in the form +998901234567 */
  constructor(
    plan: InterviewPlan,
    language: Language,
    report: (event: CallEvent) => void = () => {},
    phone?: string,
  ) {
    this.plan = plan;
    this.#facts = { language, phone };
    this.#report = report;
  }

  /** The language spoken last, by the visitor or the model. Recogniser, voice and script use it. */
  get language(): Language {
    return this.#facts.language;
  }

  get phone(): string | undefined {
    return this.#facts.phone;
  }

  /** True if the visitor named another number than the one left before the call. */
  get isPhoneCorrected(): boolean {
    return this.#sources.has('phone');
  }

  get callBack(): string | undefined {
    return this.#facts.callBack;
  }

  get handOverReason(): string | undefined {
    return this.#facts.handOver;
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
    if (language !== undefined && this.plan.languages.includes(language)) this.#facts.language = language;
  }

  /** Saves an answer, unless a stronger source has already answered. */
  saveAnswer(id: string, value: string, source: Source): void {
    const topic = this.topic(id);
    const knownAnswer = this.#answers.get(id);
    if (topic === undefined || isWeaker(source, knownAnswer?.source)) return;
    const storedValue = value.slice(0, answerMaxChars);
    this.#answers.set(id, { value: storedValue, source });
    if (knownAnswer?.value !== storedValue)
      this.#report({
        type: 'answer',
        index: this.#index++,
        topic: id,
        field: topic.field,
        value: storedValue,
      });
  }

  correctPhone(phone: string, source: Source = 'tool'): void {
    if (this.#facts.phone === phone || !this.#acceptSource('phone', source)) return;
    this.#facts.phone = phone;
    this.#report({ type: 'phone_corrected', index: this.#index++, phone });
  }

  saveCallBack(
    { when, atMs }: Pick<CallEventOf<'call_back_at'>, 'when' | 'atMs'>,
    source: Source = 'tool',
  ): void {
    if (!this.#acceptSource('callBack', source)) return;
    this.#facts.callBack = when.slice(0, callBackMaxChars);
    this.#report({ type: 'call_back_at', index: this.#index++, when: this.#facts.callBack, atMs });
  }

  saveHandOver(reason: string, source: Source = 'tool'): void {
    if (!this.#acceptSource('handOver', source)) return;
    this.#facts.handOver = reason.slice(0, handOverMaxChars);
    this.#report({ type: 'hand_over', index: this.#index++, reason: this.#facts.handOver });
  }

  reportRefusedRecording(): void {
    this.#report({ type: 'recording_refused', index: this.#index++ });
  }

  #acceptSource(fact: 'phone' | 'callBack' | 'handOver', source: Source): boolean {
    if (isWeaker(source, this.#sources.get(fact))) return false;
    this.#sources.set(fact, source);
    return true;
  }
}

function isWeaker(source: Source, knownSource: Source | undefined): boolean {
  return knownSource !== undefined && sources.indexOf(source) < sources.indexOf(knownSource);
}
