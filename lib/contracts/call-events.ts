import { callEndReasons, summaryFields } from './choices.ts';
import { comparisonTask } from './evaluation.ts';
import { topicId } from './interview.ts';
import { longestCallS } from './limits.ts';
import { voiceRevision } from './owner-voice.ts';
import { roomNamePattern } from './room.ts';
import { z } from './schema.ts';
import { modelNameMaxChars, vendorFailure } from './vendor-failures.ts';

export const speakers = ['agent', 'visitor'] as const;
export type SpeakerName = (typeof speakers)[number];

/** The longest stored texts of events, in UTF-16 units. */
export const turnTextMaxChars = 5_000;
export const answerMaxChars = 1_000;
export const callBackMaxChars = 200;
export const handOverMaxChars = 500;

/** Milliseconds since 1970. Reported moments are on the agent's clock. */
const epochMs = z.number().int().positive().max(8.64e15);
/** Turns count from 0, and so do notes. Makes them idempotent and orders late ones. */
const index = z.number().int().min(0).max(9999);
const durationMs = z.number().nonnegative().max(600_000);

/** Cost and waits of one agent turn; a figure that was not measured is absent. */
export const turnMetrics = z
  .object({
    /** From the visitor's last voiced moment to the decision that the turn is over. */
    endOfTurnMs: durationMs,
    recognitionMs: durationMs,
    firstTokenMs: durationMs,
    firstSoundMs: durationMs,
    /** From the visitor's last voiced moment to the agent's voice. */
    totalMs: durationMs,
    interrupted: z.boolean(),
    engine: z.enum(['model', 'script']),
    /** The language model and the vendors of recognition and voice that answered, after any fallback. */
    model: z.string().max(modelNameMaxChars),
    recognizer: z.string().max(64),
    voice: z.string().max(64),
    /** Sums over all requests since the agent's previous turn, discarded speculation included. */
    promptTokens: z.number().int().nonnegative(),
    completionTokens: z.number().int().nonnegative(),
    /** US dollars for model, recognition and voice, as far as their prices are set. */
    costUsd: z.number().nonnegative(),
    /** Statements of the model that had no source, so the agent did not say them. */
    replaced: z.number().int().min(1).max(99),
    /** The different failures of vendors since the agent's previous turn. */
    failures: z.array(vendorFailure).max(8),
  })
  .partial();
export type TurnMetrics = z.infer<typeof turnMetrics>;
export type Cost = Pick<TurnMetrics, 'promptTokens' | 'completionTokens' | 'costUsd'>;

const turnEvent = z
  .object({
    type: z.literal('turn'),
    index: index.max(999),
    speaker: z.enum(speakers),
    startedAtMs: epochMs,
    endedAtMs: epochMs,
    text: z.string().max(turnTextMaxChars).optional(),
    topic: topicId.optional(),
    metrics: turnMetrics.optional(),
  })
  .refine((turn) => turn.endedAtMs >= turn.startedAtMs, { path: ['endedAtMs'] });

/** POST /api/calls/{room}/events: the agent's reports of a call, in order; each may be sent again. */
export const callEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    atMs: epochMs,
    /** The version of the plan that the agent uses. */
    planVersion: z.string().max(64).optional(),
  }),
  turnEvent,
  /** A later answer to the same topic corrects the earlier one. */
  z.object({
    type: z.literal('answer'),
    index,
    topic: topicId,
    field: z.enum(summaryFields),
    value: z.string().trim().min(1).max(answerMaxChars),
  }),
  z.object({ type: z.literal('phone_corrected'), index, phone: z.string().regex(/^\+998\d{9}$/) }),
  z.object({
    type: z.literal('call_back_at'),
    index,
    /** In the visitor's words. */
    when: z.string().trim().min(1).max(callBackMaxChars),
    /** The same as a moment, if it is clear. */
    atMs: epochMs.optional(),
  }),
  z.object({ type: z.literal('hand_over'), index, reason: z.string().trim().min(1).max(handOverMaxChars) }),
  /** No sound, transcript or answer of this call may be stored. The number and the time of a call back stay. */
  z.object({ type: z.literal('recording_refused'), index }),
  z.object({
    type: z.literal('ended'),
    atMs: epochMs,
    reason: z.enum(callEndReasons),
    /** Cost after the agent's last turn. */
    spent: turnMetrics.pick({ promptTokens: true, completionTokens: true, costUsd: true }).optional(),
  }),
]);
export type CallEvent = z.infer<typeof callEvent>;
export type CallEventOf<Type extends CallEvent['type']> = Extract<CallEvent, { type: Type }>;
export type TurnEvent = z.infer<typeof turnEvent>;
/** A finished turn before it is reported: its index comes with the report. */
export type Turn = Omit<TurnEvent, 'type' | 'index'>;
export type EndReason = (typeof callEndReasons)[number];

export const callEvents = z.object({
  room: z.string().regex(roomNamePattern),
  events: z.array(callEvent).min(1).max(100),
});
export type CallEvents = z.infer<typeof callEvents>;

/** POST /api/calls/{room}/claim: the agent asks whether a dispatched call may begin, before it speaks. */
export const callClaim = z.object({
  room: z.string().regex(roomNamePattern),
  jobId: z.string().min(1).max(64),
  workerId: z.string().min(1).max(64),
});
export type CallClaim = z.infer<typeof callClaim>;

/** POST /api/calls/{room}/recording: the agent offers its copy of a call's recording, first without the sound, then with it. */
export const agentCopy = z.object({
  room: z.string().regex(roomNamePattern),
  /** Whole seconds. */
  durationS: z.number().int().min(1).max(longestCallS),
  bytes: z.number().int().positive(),
  /** An Ogg file, the visitor on its left channel and the agent on its right one. */
  audio: z.base64().optional(),
});
export type AgentCopy = z.infer<typeof agentCopy>;

/**
 * The agent's next step. `wait`: ask again, because the browser's recording may still come. `delete`: the copy is stored or not
 * needed.
 */
export const agentCopyAnswer = z.object({ next: z.enum(['wait', 'send', 'delete']) });
export type AgentCopyStep = z.infer<typeof agentCopyAnswer>['next'];

const callCount = z.number().int().min(0).max(10_000);

/** POST /api/agent/heartbeat: sent by each registered worker every few seconds, and whenever its load changes. */
export const heartbeat = z.object({
  workerId: z.string().min(1).max(64),
  /** How many calls the worker takes at once; 0 while it drains. */
  maxJobs: callCount,
  taken: callCount,
  /** The worker's previous id, if the media server has given it a new one: its calls move to the new id. */
  before: z.string().min(1).max(64).optional(),
});
export type WorkerLoad = z.infer<typeof heartbeat>;
export const heartbeatAnswer = z.object({
  /** The plan version of new calls, for preloading; null if none is published. */
  planVersion: z.string().nullable(),
  /** The revision of the owner's voice, for preloading; null without one. */
  voice: voiceRevision.nullable().default(null),
  /** The day's budget for models is spent, so the script takes over the running calls. */
  isMoneySpent: z.boolean().default(false),
  /** A comparison that this worker must run. */
  comparison: comparisonTask.optional(),
});
export const heartbeatEveryMs = 5_000;
