import { languages } from '../i18n/language.ts';
import { summaryFields } from './choices.ts';
import { z } from './schema.ts';

const text = z.string().optional();
const list = z.array(z.string()).optional();

export type SummaryField = (typeof summaryFields)[number];

export const leadSummary = z.object({
  ism: text,
  kasb: text,
  maqsad: text,
  asosiy_mavzular: list,
  ehtiyojlar: list,
  keyingi_qadamlar: list,
} satisfies Record<SummaryField, z.ZodType>);
export type LeadSummary = z.infer<typeof leadSummary>;

/** The summary that a lead's text holds; nothing where it is no JSON of that shape. */
export function leadSummaryOf(text: string | null | undefined): LeadSummary {
  try {
    return leadSummary.catch({}).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** The name of a topic, also where it is stored with an answer. */
export const topicId = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a short name in snake_case');

const words = (max: number) => z.partialRecord(z.enum(languages), z.string().trim().min(1).max(max));

/** One thing the interview finds out. */
const topic = z.strictObject({
  id: topicId,
  /** For the language model, in English or in the owner's language. */
  findOut: z.string().trim().min(1).max(300),
  field: z.enum(summaryFields),
  required: z.boolean().default(true),
  /** The answer is a word or two, as a name is: the end of the turn is not waited for as long. */
  short: z.boolean().optional(),
  /** The scripted questions of a topic that messages/ has no words for. */
  ask: words(300).optional(),
  askAgain: words(300).optional(),
  thanks: words(300).optional(),
});
export type Topic = z.infer<typeof topic>;

/**
 * The interview. A new question is a line here and its words in messages/: agent_ask_{id}, agent_ask_again_{id},
 * agent_thanks_{id} and insights_topic_{id}. Script, tools, prompt and summary read the rest from this table.
 */
export const topics = [
  { id: 'name', findOut: "the visitor's name", field: 'ism', required: true, short: true },
  {
    id: 'profession',
    findOut: 'what the visitor does for a living, or their business',
    field: 'kasb',
    required: true,
  },
  { id: 'goal', findOut: 'what the visitor wants to reach', field: 'maqsad', required: true },
  { id: 'needs', findOut: 'what exactly the agent should do for them', field: 'ehtiyojlar', required: true },
] as const satisfies readonly Topic[];

export const knowledgeMaxChars = 50_000;

/** A question that visitors ask, and its answer. */
const faqEntry = z.strictObject({
  question: z.string().trim().min(1).max(300),
  answer: z.string().trim().min(1).max(2_000),
});
export type FaqEntry = z.infer<typeof faqEntry>;

/** Text and FAQ together: both go into every request to the language model. */
export function knowledgeChars({ knowledge, faq }: { knowledge: string; faq: FaqEntry[] }): number {
  return faq.reduce((sum, { question, answer }) => sum + question.length + answer.length, knowledge.length);
}

export const voiceKinds = ['female', 'male'] as const;
export type VoiceKind = (typeof voiceKinds)[number];

export const defaultAgentName = 'Ovoz';

/** The plan of an interview. The owner's file holds any part of it; the rest are the defaults. */
const planShape = z.strictObject({
  /** A call keeps the version it was held with. */
  version: z.string().min(1).max(64).default('built-in'),
  /** Under which the agent speaks: the business's, or one of its own. */
  name: z.string().trim().min(1).max(60).default(defaultAgentName),
  /** The business in its owner's words. */
  business: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .default(
      'Ovoz makes voice AI for Uzbekistan: speech synthesis, speech recognition and a voice agent that answers and makes calls in Uzbek, Russian and English.',
    ),
  /** Facts and answered questions; nothing outside of them is promised. */
  knowledge: z.string().default(''),
  faq: z.array(faqEntry).max(200).default([]),
  /** The agent speaks it after the notice of AI and recording, which nothing replaces. */
  greeting: words(400).optional(),
  topics: z
    .array(topic)
    .min(1)
    .max(20)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'each id may stand once')
    .default(() => [...topics]),
  tone: z.string().trim().min(1).max(500).default('warm, polite and brief'),
  /** The vendor's own voice without it; a vendor with one voice keeps to that. */
  voice: z.enum(voiceKinds).optional(),
  languages: z
    .array(z.enum(languages))
    .min(1)
    .default(() => [...languages]),
  /** When a person takes over. */
  handOver: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .default('the visitor asks for a person, is upset, or wants something that only a person can decide'),
  /** Criteria that a finished conversation is judged by. */
  criteria: z.array(z.string().trim().min(1).max(300)).max(10).default([]),
});
export const interviewPlan = planShape.refine((plan) => knowledgeChars(plan) <= knowledgeMaxChars, {
  path: ['knowledge'],
  error: `text and FAQ may have ${knowledgeMaxChars} characters together`,
});
export type InterviewPlan = z.infer<typeof interviewPlan>;

export const answer = z.object({ topic: topicId, field: z.enum(summaryFields), value: z.string() });
export type Answer = z.infer<typeof answer>;

/** How one of the owner's criteria was met in a conversation. */
export const verdict = z.object({ criterion: z.string(), met: z.boolean(), why: z.string() });
export type Verdict = z.infer<typeof verdict>;
