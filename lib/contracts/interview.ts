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

/** Parses a lead's stored summary; empty if it is not JSON of that shape. */
export function leadSummaryOf(text: string | null | undefined): LeadSummary {
  try {
    return leadSummary.catch({}).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** The id of a topic, which is also stored with its answer. */
export const topicId = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a short name in snake_case');

const words = (max: number) => z.partialRecord(z.enum(languages), z.string().trim().min(1).max(max));

/** A topic of the interview. */
const topic = z.strictObject({
  id: topicId,
  /** The instruction to the language model, in English or in the owner's language. */
  findOut: z.string().trim().min(1).max(300),
  field: z.enum(summaryFields),
  required: z.boolean().default(true),
  /** The answer is a word or two, such as a name, so a shorter silence ends the turn. */
  short: z.boolean().optional(),
  /** The scripted questions of a topic without texts in messages/. */
  ask: words(300).optional(),
  askAgain: words(300).optional(),
  thanks: words(300).optional(),
});
export type Topic = z.infer<typeof topic>;

/** The built-in topics. A new one is a line here and its texts in messages/ (docs/change-the-agent.md). */
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

/** The plan of an interview. The owner's file sets any part of it; the rest are defaults. */
const planShape = z.strictObject({
  /** Stored with each call. */
  version: z.string().min(1).max(64).default('built-in'),
  /** The agent's name: the business's or its own. */
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
  /** Facts and answered questions. The agent promises nothing else. */
  knowledge: z.string().default(''),
  faq: z.array(faqEntry).max(200).default([]),
  /** Spoken after the notice of AI and recording, which cannot be replaced. */
  greeting: words(400).optional(),
  topics: z
    .array(topic)
    .min(1)
    .max(20)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'each id may stand once')
    .default(() => [...topics]),
  tone: z.string().trim().min(1).max(500).default('warm, polite and brief'),
  /** The vendor's default voice if absent. Ignored by a vendor with one voice. */
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
  /** Criteria for judging a finished conversation. */
  criteria: z.array(z.string().trim().min(1).max(300)).max(10).default([]),
});
export const interviewPlan = planShape.refine((plan) => knowledgeChars(plan) <= knowledgeMaxChars, {
  path: ['knowledge'],
  error: `text and FAQ may have ${knowledgeMaxChars} characters together`,
});
export type InterviewPlan = z.infer<typeof interviewPlan>;

export const answer = z.object({ topic: topicId, field: z.enum(summaryFields), value: z.string() });
export type Answer = z.infer<typeof answer>;

/** The verdict on one of the owner's criteria, with its reason. */
export const verdict = z.object({ criterion: z.string(), met: z.boolean(), why: z.string() });
export type Verdict = z.infer<typeof verdict>;
