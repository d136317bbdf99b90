import { summaryFields } from '../../contracts/choices.ts';
import { type Answer, type LeadSummary, type SummaryField, leadSummary } from '../../contracts/interview.ts';
import type { Language } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { fill } from '../../i18n/strings.ts';
import { searchText } from '../../uzbek/index.ts';

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

export interface AnswerContext {
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
