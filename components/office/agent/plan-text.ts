import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import type { DraftTopic, PlanDraft } from '@/lib/contracts/agent-plan';
import { languages } from '@/lib/i18n/language';

/** A readable part of the plan. */
export interface Section {
  id: string;
  title: string;
  text: string;
}

/** Translates the names of the plan's parts and values. */
export interface PlanWords {
  part: (name: PlanPart) => string;
  topic: (topic: DraftTopic) => string;
  field: (field: DraftTopic['field']) => string;
  required: (required: boolean) => string;
  voice: (voice: PlanDraft['voice']) => string;
}

export type PlanPart =
  | 'name'
  | 'business'
  | 'greeting'
  | 'topics'
  | 'knowledge'
  | 'faq'
  | 'tone'
  | 'voice'
  | 'languages'
  | 'hand_over'
  | 'criteria';

const untranslated: PlanWords = {
  part: String,
  topic: ({ id }) => id,
  field: String,
  required: String,
  voice: String,
};

function linesByLanguage(texts: PlanDraft['greeting'], sign = ''): string[] {
  return languages.flatMap((language) => {
    const words = texts[language]?.trim() ?? '';
    return words === '' ? [] : [`${sign}${language}: ${words}`];
  });
}

/** The plan in readable parts; each topic is a part. */
function sectionsOf(plan: PlanDraft, words: PlanWords = untranslated): Section[] {
  const part = (name: PlanPart, lines: string[]): Section => ({
    id: name,
    title: words.part(name),
    text: lines.join('\n'),
  });
  return [
    part('name', [plan.name]),
    part('business', [plan.business]),
    part('greeting', linesByLanguage(plan.greeting)),
    part(
      'topics',
      plan.topics.map((topic) => words.topic(topic)),
    ),
    ...plan.topics.map((topic) => ({
      id: `topic ${topic.id}`,
      title: words.topic(topic),
      text: [
        topic.findOut,
        `${words.field(topic.field)}, ${words.required(topic.required)}`,
        ...linesByLanguage(topic.ask),
        ...linesByLanguage(topic.askAgain, '↻ '),
        ...linesByLanguage(topic.thanks, '✓ '),
      ].join('\n'),
    })),
    part('knowledge', [plan.knowledge]),
    part(
      'faq',
      plan.faq.map(({ question, answer }) => `${question}\n— ${answer}`),
    ),
    part('tone', [plan.tone]),
    part('voice', [words.voice(plan.voice)]),
    part(
      'languages',
      languages.filter((language) => plan.languages.includes(language)),
    ),
    part('hand_over', [plan.handOver]),
    part('criteria', plan.criteria),
  ];
}

export function isSamePlan(a: PlanDraft, b: PlanDraft): boolean {
  return JSON.stringify(sectionsOf(a)) === JSON.stringify(sectionsOf(b));
}

export interface Difference extends Pick<Section, 'id' | 'title'> {
  changes: Pick<Change, 'value' | 'added' | 'removed'>[];
}

/** Longer texts are compared by lines, because comparing words is slow. */
const maxWordDiffChars = 6_000;

/** The parts in which two plans differ, in the later plan's order; removed parts come last. */
export function differences(before: PlanDraft, after: PlanDraft, words?: PlanWords): Difference[] {
  const oldSections = new Map(sectionsOf(before, words).map((section) => [section.id, section]));
  const newSections = sectionsOf(after, words);
  const newIds = new Set(newSections.map(({ id }) => id));
  const removedSections = [...oldSections.values()].filter(({ id }) => !newIds.has(id));
  return [...newSections, ...removedSections].flatMap(({ id, title }) => {
    const oldText = oldSections.get(id)?.text ?? '';
    const newText = newSections.find((section) => section.id === id)?.text ?? '';
    if (oldText === newText) return [];
    const isLong = oldText.length + newText.length > maxWordDiffChars;
    const changes = isLong ? diffLines(oldText, newText) : diffWordsWithSpace(oldText, newText);
    return [{ id, title, changes }];
  });
}
