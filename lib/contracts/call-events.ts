import { z } from './schema.ts';
import { roomNamePattern } from './room.ts';

/** The questions of the interview; they become ism, kasb, maqsad and ehtiyojlar of the summary. */
export const interviewTopics = ['name', 'profession', 'goal', 'needs'] as const;
export type InterviewTopic = (typeof interviewTopics)[number];

export const speakers = ['agent', 'visitor'] as const;
export type SpeakerName = (typeof speakers)[number];

/** Times are milliseconds since 1970 on the agent's clock. */
const epochMs = z.number().int().positive().max(8.64e15);

export const turnEvent = z
  .object({
    type: z.literal('turn'),
    /** 0, 1, 2 …: sending a turn twice writes it once. */
    index: z.number().int().min(0).max(999),
    speaker: z.enum(speakers),
    startedAtMs: epochMs,
    endedAtMs: epochMs,
    text: z.string().max(5000).optional(),
    topic: z.enum(interviewTopics).optional(),
  })
  .refine((turn) => turn.endedAtMs >= turn.startedAtMs, { path: ['endedAtMs'] });

export const callEndReasons = ['agent_closed', 'visitor_left', 'agent_failed'] as const;

/** POST /api/calls/{room}/events: what the agent tells of a call, in order, each safe to send again. */
export const callEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), atMs: epochMs }),
  turnEvent,
  z.object({ type: z.literal('ended'), atMs: epochMs, reason: z.enum(callEndReasons) }),
]);
export type CallEvent = z.infer<typeof callEvent>;
export type TurnEvent = z.infer<typeof turnEvent>;

export const callEvents = z.object({
  room: z.string().regex(roomNamePattern),
  events: z.array(callEvent).min(1).max(100),
});
export type CallEvents = z.infer<typeof callEvents>;

/** POST /api/agent/heartbeat: a worker that is registered with LiveKit says so every few seconds. */
export const heartbeat = z.object({ workerId: z.string().min(1).max(64) });
export const heartbeatEveryMs = 5_000;
