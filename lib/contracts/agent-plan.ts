import { languages } from '../i18n/language.ts';
import { summaryFields } from './choices.ts';
import { type InterviewPlan, defaultAgentName, interviewPlan, voiceKinds } from './interview.ts';
import { nonNegativeInt, z } from './schema.ts';

const text = (max: number) => z.string().max(max);

/** Maximum characters in a draft: more than may be published, so that a long paste is reported instead of cut off. */
export const draftChars = {
  name: 200,
  business: 8_000,
  words: 1_000,
  topicId: 64,
  findOut: 1_000,
  knowledge: 200_000,
  question: 1_000,
  answer: 8_000,
  tone: 2_000,
  handOver: 4_000,
  criterion: 1_000,
} as const;

const words = z.partialRecord(z.enum(languages), text(draftChars.words));

/** The plan while it is edited; unfinished fields are allowed. Publishing and trials require a complete plan. */
export const planDraft = z.strictObject({
  /** Older versions have no name. */
  name: text(draftChars.name).default(defaultAgentName),
  business: text(draftChars.business),
  greeting: words,
  topics: z
    .array(
      z.strictObject({
        id: text(draftChars.topicId),
        findOut: text(draftChars.findOut),
        field: z.enum(summaryFields),
        required: z.boolean(),
        short: z.boolean().optional(),
        ask: words,
        askAgain: words,
        thanks: words,
      }),
    )
    .max(50),
  knowledge: text(draftChars.knowledge),
  faq: z
    .array(z.strictObject({ question: text(draftChars.question), answer: text(draftChars.answer) }))
    .max(500),
  tone: text(draftChars.tone),
  voice: z.enum(voiceKinds).nullable(),
  languages: z.array(z.enum(languages)),
  handOver: text(draftChars.handOver),
  criteria: z.array(text(draftChars.criterion)).max(50),
});
export type PlanDraft = z.infer<typeof planDraft>;
export type DraftTopic = PlanDraft['topics'][number];

export function draftOf(plan: InterviewPlan): PlanDraft {
  const { name, business, greeting, knowledge, faq, tone, voice, handOver, criteria } = plan;
  const topics = plan.topics.map(({ ask, askAgain, thanks, ...topic }): DraftTopic => ({
    ...topic,
    ask: ask ?? {},
    askAgain: askAgain ?? {},
    thanks: thanks ?? {},
  }));
  return {
    name,
    business,
    greeting: greeting ?? {},
    topics,
    knowledge,
    faq,
    tone,
    voice: voice ?? null,
    languages: [...plan.languages],
    handOver,
    criteria,
  };
}

/** Blank sentences, FAQ entries and criteria do not become part of the plan. */
export function isBlank(entry: string | PlanDraft['faq'][number]): boolean {
  const text = typeof entry === 'string' ? entry : entry.question + entry.answer;
  return text.trim() === '';
}

type WordsByLanguage = PlanDraft['greeting'];

function withoutBlanks(texts: WordsByLanguage): WordsByLanguage | undefined {
  const entries = Object.entries(texts).filter(([, text]) => !isBlank(text));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the plan that a draft makes without its blanks, or the problems of that plan. */
export function planOf(draft: PlanDraft, version?: string) {
  return interviewPlan.safeParse({
    ...draft,
    version,
    greeting: withoutBlanks(draft.greeting),
    voice: draft.voice ?? undefined,
    topics: draft.topics.map((topic) => ({
      ...topic,
      ask: withoutBlanks(topic.ask),
      askAgain: withoutBlanks(topic.askAgain),
      thanks: withoutBlanks(topic.thanks),
    })),
    faq: draft.faq.filter((entry) => !isBlank(entry)),
    criteria: draft.criteria.filter((criterion) => !isBlank(criterion)),
  });
}

const revision = nonNegativeInt;
const author = z.string().trim().min(1).max(80);
const note = z.string().trim().max(300).default('');

const planVersionInfo = z.object({
  number: z.number(),
  author: z.string(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  /** The version that this one restored. */
  restores: z.number().nullable(),
});
export type PlanVersionInfo = z.infer<typeof planVersionInfo>;

/** GET /api/admin/agent: the plan of new calls, the draft and the published versions. */
export const agentPage = z.object({
  /** `script` without a language model: the agent asks the plan's scripted questions. */
  engine: z.enum(['model', 'script']),
  published: z.object({ version: z.string(), plan: planDraft }),
  /** The plan of the agent's files, used before version 1. */
  base: planDraft,
  draft: z.object({ revision, plan: planDraft.nullable(), updatedAt: z.iso.datetime().nullable() }),
  versions: z.array(planVersionInfo),
  /** The built-in words of the greeting, and of the scripted questions by topic. */
  builtIn: z.object({
    greeting: words,
    topics: z.record(z.string(), z.object({ ask: words, askAgain: words, thanks: words })),
  }),
});
export type AgentPage = z.infer<typeof agentPage>;

/** PATCH /api/admin/agent: saves the draft, unless somebody else has changed it since `revision`. */
export const draftChange = z.strictObject({ revision, plan: planDraft });
export const draftRevision = z.strictObject({ revision });
/** POST /api/admin/agent: publishes the draft as the next version. */
export const publication = z.strictObject({ revision, author, note });
export const publishedVersion = z.object({ number: z.number(), revision });

/** /api/admin/agent/versions/{number}: GET reads a version, POST publishes it again as a new version. */
export const planVersion = planVersionInfo.extend({ plan: planDraft });
export const restoration = z.strictObject({ author });

/** POST /api/admin/agent/trial: a call that uses this revision of the draft. */
export const trialRequest = z.strictObject({ revision, language: z.enum(languages) });

/** POST /api/agent/plan: the agent fetches a version of the plan. */
export const planRequest = z.strictObject({ version: z.string().min(1).max(64) });
export const planAnswer = z.object({ plan: interviewPlan });
