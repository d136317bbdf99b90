import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import type { DraftTopic, PlanDraft } from '@/lib/contracts/agent-plan';
import { languages } from '@/lib/i18n/language';

/** A readable section of the plan. */
export interface Section {
  id: string;
  title: string;
  text: string;
}

/** Names the plan's sections and values. */
export interface PlanLabels {
  section: (name: FixedSection) => string;
  topic: (topic: DraftTopic) => string;
  field: (field: DraftTopic['field']) => string;
  required: (required: boolean) => string;
  voice: (voice: PlanDraft['voice']) => string;
}

export type FixedSection =
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

const untranslated: PlanLabels = {
  section: String,
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

/** The plan in readable sections; each topic is a section. */
function sectionsOf(plan: PlanDraft, labels: PlanLabels = untranslated): Section[] {
  const section = (name: FixedSection, lines: string[]): Section => ({
    id: name,
    title: labels.section(name),
    text: lines.join('\n'),
  });
  return [
    section('name', [plan.name]),
    section('business', [plan.business]),
    section('greeting', linesByLanguage(plan.greeting)),
    section(
      'topics',
      plan.topics.map((topic) => labels.topic(topic)),
    ),
    ...plan.topics.map((topic) => ({
      id: `topic ${topic.id}`,
      title: labels.topic(topic),
      text: [
        topic.findOut,
        `${labels.field(topic.field)}, ${labels.required(topic.required)}`,
        ...linesByLanguage(topic.ask),
        ...linesByLanguage(topic.askAgain, '↻ '),
        ...linesByLanguage(topic.thanks, '✓ '),
      ].join('\n'),
    })),
    section('knowledge', [plan.knowledge]),
    section(
      'faq',
      plan.faq.map(({ question, answer }) => `${question}\n— ${answer}`),
    ),
    section('tone', [plan.tone]),
    section('voice', [labels.voice(plan.voice)]),
    section(
      'languages',
      languages.filter((language) => plan.languages.includes(language)),
    ),
    section('hand_over', [plan.handOver]),
    section('criteria', plan.criteria),
  ];
}

/** Ignores the order of languages, and `short`, which the office cannot edit. */
export function hasSameText(a: PlanDraft, b: PlanDraft): boolean {
  return JSON.stringify(sectionsOf(a)) === JSON.stringify(sectionsOf(b));
}

export interface Difference extends Pick<Section, 'id' | 'title'> {
  changes: Pick<Change, 'value' | 'added' | 'removed'>[];
}

/** Old and new text together. Above this, lines are compared, because comparing words is slow. */
const maxWordDiffChars = 6_000;

/** The sections in which two plans differ, in the order of `after`. Sections that only `before` has come last. */
export function differences(before: PlanDraft, after: PlanDraft, labels?: PlanLabels): Difference[] {
  const oldSections = new Map(sectionsOf(before, labels).map((section) => [section.id, section]));
  const newSections = sectionsOf(after, labels);
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
