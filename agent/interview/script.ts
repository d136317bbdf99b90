import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { type Language, languages } from '../../lib/i18n/language.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';

/** The scripted sentences: keys of messages/, or of the plan where it brings words of its own. */
export type Sentence = `agent_${string}`;

/** Sentences played as one utterance. */
export interface Line {
  sentences: readonly Sentence[];
  topic?: string;
  /** The first sentence that asks; what comes before it only leads there. */
  questionAt: number;
  /** A visitor may talk over the sentences from here … */
  yieldsFrom: number;
  /** … up to here; the rest is always said to the end. */
  yieldsTo: number;
  last?: boolean;
  /** The lead thanks for an answer: whoever talks over it has more to add to that answer. */
  thanksFor?: string;
}

/** The scripted interview of a plan in one language. */
export interface Script {
  /** The topics in the order in which they are asked; one without words in any language is the model's. */
  topics: readonly string[];
  greeting: readonly Sentence[];
}

export function scriptOf(plan: InterviewPlan, language: Language): Script {
  const topics = plan.topics.map(({ id }) => id).filter((id) => textOf(ask(id), plan, language) !== '');
  const own: Sentence[] = plan.greeting?.[language] === undefined ? [] : ['agent_plan_greeting'];
  return { topics, greeting: ['agent_greeting', ...own] };
}

const ask = (topic: string): Sentence => `agent_ask_${topic}`;
const askAgain = (topic: string): Sentence => `agent_ask_again_${topic}`;
const thanks = (topic: string): Sentence => `agent_thanks_${topic}`;

/** Every sentence of a script in synthesis order: those needed first come first. */
export function sentencesOf({ topics, greeting }: Script): Sentence[] {
  return [
    ...greeting,
    ...topics.map(ask),
    ...topics.map(thanks),
    'agent_goodbye',
    ...topics.map(askAgain),
    'agent_moment',
    'agent_repeat',
    'agent_person',
    'agent_anything_else',
    'agent_can_you_hear',
    'agent_type',
    'agent_move_on',
    'agent_welcome_back',
    'agent_goodbye_silent',
    'agent_goodbye_time',
  ];
}

/** A sentence in words, and the language that they are in: another one where a topic has none in this one. */
export function wordsOf(sentence: Sentence, plan: InterviewPlan, language: Language) {
  for (const each of [language, ...plan.languages, ...languages]) {
    const text = wordsIn(each, sentence, plan);
    if (text !== '') return { text, language: each };
  }
  return { text: '', language };
}

export function textOf(sentence: Sentence, plan: InterviewPlan, language: Language): string {
  return wordsOf(sentence, plan, language).text;
}

/** The plan's own words, else those of messages/; empty where there are none. */
function wordsIn(language: Language, sentence: Sentence, plan: InterviewPlan): string {
  if (sentence === 'agent_plan_greeting') return plan.greeting?.[language] ?? '';
  const [, kind, id] = /^agent_(ask_again|ask|thanks)_(\w+)$/.exec(sentence) ?? [];
  const topic = plan.topics.find((each) => each.id === id);
  const messages: Partial<Record<string, string>> = messagesOf[language];
  const asked = topic?.ask?.[language] ?? messages[`agent_ask_${id}`] ?? '';
  if (kind === 'ask') return asked;
  if (kind === 'ask_again') return topic?.askAgain?.[language] ?? messages[sentence] ?? asked;
  if (kind === 'thanks')
    return topic?.thanks?.[language] ?? messages[sentence] ?? messages.agent_thanks ?? '';
  return messages[sentence] ?? '';
}

function question(topic: string, lead: readonly Sentence[], put: Sentence): Line {
  const said = [...lead, put];
  return { sentences: said, topic, questionAt: lead.length, yieldsFrom: 0, yieldsTo: said.length };
}

/** The notice that an AI speaks and that the call is recorded is said to the end, whoever talks over it. */
export function opening({ greeting, topics: [topic] }: Script): Line {
  if (topic === undefined)
    return { ...closing(), sentences: [...greeting, 'agent_goodbye'], yieldsFrom: 1, yieldsTo: 1 };
  return { ...question(topic, greeting, ask(topic)), yieldsFrom: 1 };
}

/** A question without a lead; `answered`: what the visitor may still be answering as it begins. */
export function plainQuestion(topic: string, answered?: string): Line {
  return { ...question(topic, [], ask(topic)), thanksFor: answered };
}

export function repeatedQuestion(topic: string): Line {
  return question(topic, [], askAgain(topic));
}

export function questionAfterAnswer(answered: string, next: string): Line {
  return { ...question(next, [thanks(answered)], ask(next)), thanksFor: answered };
}

export function questionAfterSilence(next: string): Line {
  return question(next, ['agent_move_on'], ask(next));
}

export function questionAfterReturn(topic: string): Line {
  return question(topic, ['agent_welcome_back'], ask(topic));
}

/** The end of the interview: thanks for the last answer, if there was one, can be talked over, the goodbye cannot. */
export function closing(answered?: string): Line {
  const lead = answered === undefined ? [] : [thanks(answered)];
  return {
    sentences: [...lead, 'agent_goodbye'],
    questionAt: lead.length,
    yieldsFrom: 0,
    yieldsTo: lead.length,
    last: true,
    thanksFor: answered,
  };
}

export function earlyClosing(why: 'silent' | 'time'): Line {
  return { sentences: [`agent_goodbye_${why}`], questionAt: 0, yieldsFrom: 0, yieldsTo: 0, last: true };
}
