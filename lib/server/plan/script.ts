import { hash } from 'node:crypto';
import type { InterviewPlan } from '../../contracts/interview.ts';
import type { SpokenSentence } from '../../contracts/owner-voice.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';

/** The scripted sentences: keys of messages/ or the plan's own words. */
export type Sentence = `agent_${string}`;

/** The scripted interview of a plan in one language. */
export interface Script {
  /** The topics with words, in order. Only the model asks about the others. */
  topics: readonly string[];
  greeting: readonly Sentence[];
}

export function scriptOf(plan: InterviewPlan, language: Language): Script {
  const topics = plan.topics
    .map(({ id }) => id)
    .filter((id) => textOf(askSentence(id), plan, language) !== '');
  const planGreeting: Sentence[] = plan.greeting?.[language] === undefined ? [] : ['agent_plan_greeting'];
  return { topics, greeting: ['agent_greeting', ...planGreeting] };
}

export const askSentence = (topic: string): Sentence => `agent_ask_${topic}`;
export const askAgainSentence = (topic: string): Sentence => `agent_ask_again_${topic}`;
export const thanksSentence = (topic: string): Sentence => `agent_thanks_${topic}`;

/** The sentences with which a call begins. */
export function openingOf({ topics: [topic], greeting }: Script): Sentence[] {
  return [...greeting, topic === undefined ? 'agent_goodbye' : askSentence(topic)];
}

/** Every sentence of a script in synthesis order: those needed first come first. */
export function scriptSentences({ topics, greeting }: Script): Sentence[] {
  return [
    ...greeting,
    ...topics.map(askSentence),
    ...topics.map(thanksSentence),
    'agent_goodbye',
    ...topics.map(askAgainSentence),
    'agent_moment',
    'agent_repeat',
    'agent_person',
    'agent_confirm',
    'agent_is_ai',
    'agent_anything_else',
    'agent_can_you_hear',
    'agent_type',
    'agent_move_on',
    'agent_welcome_back',
    'agent_goodbye_silent',
    'agent_goodbye_time',
  ];
}

/** A sentence and its language, which differs if the topic has no words in the wanted one. */
export function wordsOf(sentence: Sentence, plan: InterviewPlan, language: Language) {
  for (const each of [language, ...plan.languages, ...languages]) {
    const text = wordsIn(each, sentence, plan);
    if (text !== '') return { text, language: each };
  }
  return { text: '', language };
}

/** A recording belongs to exactly these words, so every version of the plan that has them has the recording. */
export function sentenceKey({ language, text }: SpokenSentence): string {
  const words = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return hash('sha256', `${language} ${words}`);
}

/** The fixed sentences of a plan in these languages, each once, in synthesis order. */
export function spokenSentences(plan: InterviewPlan, inLanguages = plan.languages): SpokenSentence[] {
  const sentences = inLanguages
    .flatMap((language) =>
      scriptSentences(scriptOf(plan, language)).map((sentence) => wordsOf(sentence, plan, language)),
    )
    .filter(({ text }) => text !== '');
  return [...new Map(sentences.map((sentence) => [sentenceKey(sentence), sentence])).values()];
}

export function textOf(sentence: Sentence, plan: InterviewPlan, language: Language): string {
  return wordsOf(sentence, plan, language).text;
}

/** The plan's own words, else those of messages/; empty if neither has any. */
function wordsIn(language: Language, sentence: Sentence, plan: InterviewPlan): string {
  if (sentence === 'agent_plan_greeting') return plan.greeting?.[language] ?? '';
  const [, kind, id] = /^agent_(ask_again|ask|thanks)_(\w+)$/.exec(sentence) ?? [];
  const topic = plan.topics.find((each) => each.id === id);
  const messages: Partial<Record<string, string>> = messagesOf[language];
  const question = topic?.ask?.[language] ?? messages[`agent_ask_${id}`] ?? '';
  if (kind === 'ask') return question;
  if (kind === 'ask_again') return topic?.askAgain?.[language] ?? messages[sentence] ?? question;
  if (kind === 'thanks')
    return topic?.thanks?.[language] ?? messages[sentence] ?? messages.agent_thanks ?? '';
  return messages[sentence]?.replace('{name}', () => plan.name) ?? '';
}
