import { fallbackLanguage, languages } from '../i18n/language.ts';
import { speakers } from './call-events.ts';
import { reasoningEfforts } from './choices.ts';
import { roomNamePattern } from './room.ts';
import { sampleState } from './sample.ts';
import { z } from './schema.ts';
import { tokenResponse } from './token.ts';
import { modelEnding, modelNameMaxChars, modelTrial, recentFailure } from './vendor-failures.ts';

/** GET /api/admin/live: the running calls with their turns so far. */
export const liveCalls = z.object({
  calls: z.array(
    z.object({
      room: z.string(),
      phone: z.string().nullable(),
      language: z.string(),
      startedAt: z.iso.datetime(),
      /** The visitor has agreed to terms that announce listening. */
      mayListen: z.boolean(),
      turns: z.array(z.object({ index: z.number(), speaker: z.enum(speakers), text: z.string().nullable() })),
    }),
  ),
});
export type LiveCalls = z.infer<typeof liveCalls>;

/** DELETE /api/admin/live ends a call; POST returns a token to listen in. */
export const liveRoom = z.object({ room: z.string().regex(roomNamePattern) }).strict();

/** The parts that the set-up page can try for real. */
const setupParts = [
  'database',
  'storage',
  'synthesis',
  'recognition',
  'language_model',
  'calls',
  'notices',
] as const;
export type SetupPartName = (typeof setupParts)[number];

const setupState = z.enum(['on', 'off']);

/** GET /api/admin/setup: which parts are set up, by which setting, and the variables that enable the others. */
export const setupStates = z.object({
  parts: z.array(
    z.object({
      part: z.enum(setupParts),
      state: setupState,
      by: z.string().optional(),
      variables: z.array(z.string()),
      /** Failures of the last hour, the latest first. */
      failures: z.array(recentFailure),
      endings: z.array(modelEnding),
    }),
  ),
  samples: z.array(sampleState),
});
export type SetupStates = z.infer<typeof setupStates>;

/** POST /api/admin/setup: tries a part, in a language if it has one. A failure is an error of the catalogue. */
export const setupTrial = z
  .object({
    part: z.enum(setupParts),
    language: z.enum(languages).default(fallbackLanguage),
    /** Tries the language models with this `reasoning_effort` instead of the configured one. */
    reasoning: z.enum(reasoningEfforts).optional(),
  })
  .strict();
export const trialResult = z.object({
  tookMs: z.number(),
  said: z.string().optional(),
  /** Each configured language model. */
  models: z.array(modelTrial).optional(),
  /** A room that the agent has joined. The page joins it to check that sound arrives. */
  call: z.optional(tokenResponse),
});
export type TrialResult = z.infer<typeof trialResult>;

/** A program on this machine that serves language models by OpenAI's protocol. */
const modelServer = z.object({
  port: z.number(),
  /** The program that usually has this port. */
  program: z.string().optional(),
  models: z.array(z.string()),
});
export type ModelServer = z.infer<typeof modelServer>;

/** GET /api/admin/model-servers: the servers that answer now, and the chosen model. */
export const modelServers = z.object({
  servers: z.array(modelServer),
  used: z.object({ port: z.number(), model: z.string() }).optional(),
  /** The model of LLM_MODEL, which leaves no choice. */
  configured: z.string().optional(),
});
export type ModelServers = z.infer<typeof modelServers>;

/** POST /api/admin/model-servers: uses a model of a found server if it passes a trial in this language. */
export const modelChoice = z
  .object({
    port: z.number().int(),
    model: z.string().max(modelNameMaxChars),
    language: z.enum(languages).default(fallbackLanguage),
  })
  .strict();
export const triedModel = z.object({ tried: modelTrial });
