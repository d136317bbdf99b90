import { planAnswer, planRequest } from '../agent-plan.ts';
import {
  agentCopy,
  agentCopyAnswer,
  callClaim,
  callEvents,
  heartbeat,
  heartbeatAnswer,
} from '../call-events.ts';
import type { Endpoints } from '../endpoint.ts';
import { comparisonAnswer, comparisonReport } from '../evaluation.ts';
import { recordingId, voiceAnswer, voiceRequest, voiceSound } from '../owner-voice.ts';
import { roomNamePattern } from '../room.ts';
import { z } from '../schema.ts';

const params = z.object({ room: z.string().regex(roomNamePattern) });
const maxBodyBytes = 4096;

/** The voice agent's reports and requests. */
export const agentRoutes = {
  'POST /api/calls/{room}/events': {
    summary: 'The agent’s reports of a call, in order; each event is safe to send again.',
    access: 'agent',
    params,
    body: callEvents,
    maxBodyBytes: 1024 * 1024,
    answers: { 204: null },
    errors: ['not_found'],
  },
  'POST /api/calls/{room}/claim': {
    summary: 'An agent job asks whether it may take the call, before it speaks. Only one job may.',
    access: 'agent',
    params,
    body: callClaim,
    maxBodyBytes,
    answers: { 204: null },
    errors: ['not_found', 'call_ended', 'call_taken', 'cooldown', 'number_cooldown'],
  },
  'POST /api/calls/{room}/recording': {
    summary:
      'The agent offers its copy of a call’s recording, which is used if the browser’s does not arrive.',
    access: 'agent',
    params,
    body: agentCopy,
    // An hour of sound is 18 MB, a third more in base64.
    maxBodyBytes: 24 * 1024 * 1024,
    answers: { 200: agentCopyAnswer },
    errors: ['not_found', 'lead_deleted', 'storage_full', 'storage_failed'],
  },
  'POST /api/agent/heartbeat': {
    summary: 'A worker that is registered with LiveKit reports that it is alive and how many calls it has.',
    access: 'agent',
    body: heartbeat,
    maxBodyBytes,
    answers: { 200: heartbeatAnswer },
  },
  'POST /api/agent/plan': {
    summary: 'The plan of the version that a dispatch names.',
    access: 'agent',
    body: planRequest,
    maxBodyBytes,
    answers: { 200: planAnswer },
    errors: ['not_found'],
  },
  'POST /api/agent/voice': {
    summary: 'The sentences that the owner has recorded.',
    access: 'agent',
    body: voiceRequest,
    maxBodyBytes,
    answers: { 200: voiceAnswer },
  },
  'POST /api/agent/voice/{id}': {
    summary: 'The samples of a recorded sentence.',
    access: 'agent',
    params: recordingId,
    body: recordingId,
    maxBodyBytes,
    answers: { 200: voiceSound },
    errors: ['not_found', 'storage_failed'],
  },
  'POST /api/agent/comparison': {
    summary: 'The agent reports a comparison of plans, and asks whether it goes on.',
    access: 'agent',
    body: comparisonReport,
    maxBodyBytes: 256 * 1024,
    answers: { 200: comparisonAnswer },
  },
} satisfies Endpoints;
