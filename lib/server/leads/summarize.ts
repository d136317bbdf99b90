import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { summaryFields } from '../../contracts/choices.ts';
import {
  type Answer,
  type InterviewPlan,
  type LeadSummary,
  type SummaryField,
  leadSummary,
} from '../../contracts/interview.ts';
import type { MissingStep, Passage } from '../../contracts/leads.ts';
import { type Language, englishNames, languageNames } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { fill } from '../../i18n/strings.ts';
import { searchText } from '../../uzbek/index.ts';
import { languageModels } from '../language-models/language-model.ts';
import { askAboutDialogue, transcriptRule } from './ask-about-dialogue.ts';
import { hasVisitorWords, transcriptionOf } from './dialogue.ts';
import type { HeardLead } from './transcribe.ts';

/**
 * Summarizes a lead from the saved or scripted answers. A language model's fields take precedence, if one is set up. `found` is null
 * if nothing is known.
 * @throws AppError as askAboutDialogue does
 */
export async function summarizeConversation(
  dialogue: Passage[],
  { language, notes, plan }: Pick<HeardLead, 'language' | 'notes' | 'plan'>,
): Promise<{ found: LeadSummary | null; missing: MissingStep[] }> {
  const models = languageModels();
  const modelSummary =
    models.length === 0 || !hasVisitorWords(dialogue)
      ? undefined
      : await summarize(models, transcriptionOf(dialogue) ?? '', language);
  const summary = summaryFromNotesAndDialogue(dialogue, { language, notes, plan }, modelSummary);
  const isEmpty = Object.values(summary).every((value) => value === undefined);
  return { found: isEmpty ? null : summary, missing: models.length === 0 ? ['language_model'] : [] };
}

/** The summary from the saved answers, and from the dialogue where a topic has none. The fields in `known` take precedence. */
export function summaryFromNotesAndDialogue(
  dialogue: Passage[],
  { language, notes, plan }: Pick<HeardLead, 'language' | 'notes' | 'plan'>,
  known?: LeadSummary,
): LeadSummary {
  const scriptedAnswers = answersIn(dialogue, plan);
  const unsavedAnswers = scriptedAnswers.filter(({ topic }) =>
    notes.answers.every((answer) => answer.topic !== topic),
  );
  return summaryFromAnswers([...notes.answers, ...unsavedAnswers], {
    language,
    asked: plan.topics.map(({ field }) => field),
    callBack: notes.callBack,
    handOver: notes.handOver,
    known,
  });
}

/** The visitor's answers to the scripted questions. */
function answersIn(dialogue: Passage[], plan: InterviewPlan): Answer[] {
  return dialogue.flatMap(({ speaker, text, topic }) => {
    const askedTopic = plan.topics.find(({ id }) => id === topic);
    if (speaker !== 'visitor' || !text?.trim() || askedTopic === undefined) return [];
    return [{ topic: askedTopic.id, field: askedTopic.field, value: text }];
  });
}

/** Themes of conversations, by their words in the form that searchText() returns. */
const themes = [
  ['price', /\b(narx|qancha|tarif|pul|sen[aiyu]|stoi|stoimost|skolko|price|cost|how much)/],
  ['calls', /\b(qongiroq|zvon|call)/],
  ['support', /\b(savol|maslahat|yordam|mijoz|podderj|konsult|klient|support|customer|question)/],
  ['orders', /\b(buyurtma|sotuv|savdo|zakaz|prodaj|order|sales|sell)/],
  ['booking', /\b(navbat|yozil|qabul|bron|zapis|appointment|booking)/],
  ['integration', /\b(crm|integra|telegram|sayt|sait|bot|website|1c)/],
  ['speech', /\b(ovoz ber|oqib ber|sintez|audiokitob|ozvuch|audioknig|voice over|audiobook|speech)/],
  ['terms', /\b(muddat|qachon|srok|kogda|deadline|when)/],
] as const;

const listSeparator = /[;\n]/;

interface AnswerContext {
  language: Language;
  /** The fields that the interview fills. */
  asked?: readonly SummaryField[];
  callBack?: string | null;
  handOver?: string | null;
  /** Fields that a language model has found; they take precedence. */
  known?: LeadSummary;
}

/** Builds the summary from the visitor's answers, with recognised themes and next steps. Omits fields without an answer. */
export function summaryFromAnswers(answers: readonly Answer[], context: AnswerContext): LeadSummary {
  const entries = summaryFields.flatMap((field) => {
    const values = answers.filter((answer) => answer.field === field).map(({ value }) => value);
    const items = values.flatMap((value) => (isList(field) ? value.split(listSeparator) : value));
    const found = items.map((item) => item.trim()).filter((item) => item !== '');
    return found.length === 0 ? [] : [[field, isList(field) ? found : found.join(' ')] as const];
  });
  const summary = { ...leadSummary.parse(Object.fromEntries(entries)), ...context.known };
  const isEmpty = Object.values(summary).every((value) => value === undefined);
  if (isEmpty && !context.callBack && !context.handOver) return {};
  return leadSummary.parse({
    ...summary,
    asosiy_mavzular: summary.asosiy_mavzular ?? themesOf(summary, context),
    keyingi_qadamlar: summary.keyingi_qadamlar ?? nextSteps(summary, context),
  });
}

function isList(field: SummaryField): boolean {
  return leadSummary.shape[field].unwrap().type === 'array';
}

function themesIn({ kasb, maqsad, ehtiyojlar }: LeadSummary) {
  const words = searchText([kasb, maqsad, ehtiyojlar ?? []].flat().join(' '));
  return themes.filter(([, pattern]) => pattern.test(words)).map(([id]) => id);
}

/** The recognised themes; without any, the goal itself. */
function themesOf(summary: LeadSummary, { language }: AnswerContext): string[] | undefined {
  const named = themesIn(summary).map((id) => messagesOf[language][`summary_theme_${id}`]);
  if (named.length > 0) return named;
  return summary.maqsad === undefined ? undefined : [summary.maqsad];
}

function nextSteps(
  summary: LeadSummary,
  { language, asked = [], callBack, handOver }: AnswerContext,
): string[] {
  const words = messagesOf[language];
  const missing = asked.filter((field) => summary[field] === undefined);
  const names = [...new Set(missing)].map((field) => words[`leads_field_${field}`]).join(', ');
  return [
    ...(handOver ? [fill(words.summary_step_hand_over, { reason: handOver })] : []),
    callBack ? fill(words.summary_step_call_at, { time: callBack }) : words.summary_step_call,
    ...(themesIn(summary).includes('price') ? [words.summary_step_price] : []),
    ...(names === '' ? [] : [fill(words.summary_step_ask, { topics: names })]),
  ];
}

/**
 * Extracts the six fields from a dialogue by the language models.
 * @param dialogue lines of who said what
 * @throws AppError as askAboutDialogue does
 */
export function summarize(
  models: LanguageModel[],
  dialogue: string,
  language: Language,
): Promise<LeadSummary> {
  const task = [
    'You read the transcript of a phone interview between an AI agent and a visitor, and note it for the person who will call the visitor back.',
    transcriptRule,
    'Answer with one JSON object and nothing else. Its fields, each left out when the transcript does not say it:',
    '"ism": the name of the visitor, a string; "kasb": their profession or business, a string; "maqsad": what they want to reach, a string;',
    '"asosiy_mavzular": the main topics, a list of short strings; "ehtiyojlar": their needs, a list of short strings;',
    '"keyingi_qadamlar": sensible next steps for the one who calls back, a list of short strings.',
    `Write the values in ${englishNames[language]} (${languageNames[language]}). Uzbek is written in the Latin alphabet. Invent nothing.`,
  ];
  return askAboutDialogue(models, dialogue, { task, readAnswer: readSummary });
}

function readSummary(text: string): LeadSummary {
  const json: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(json));
  return leadSummary.parse(Object.fromEntries(fields.filter(([, value]) => !isBlank(value))));
}

/** Models also write null, "" or [] for what was not said. Such a field would replace the visitor's saved answer. */
function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank);
  return value === null || (typeof value === 'string' && value.trim() === '');
}
