import { deskEndpoints } from './desk-endpoints.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { adminCredentials, adminLink, signOutQuery } from './admin-session.ts';
import { planAnswer, planRequest } from './agent-plan.ts';
import { callClaim, callEvents, heartbeat, heartbeatAnswer } from './call-events.ts';
import type { Endpoint } from './openapi.ts';
import { directUpload, leadFields, leadReceipt, uploadGrant } from './recording.ts';
import { z } from './schema.ts';
import { siteFacts } from './site.ts';
import { speechQuery, transcription, transcriptionFields } from './speech.ts';
import { callServer, tokenRequest, tokenResponse } from './token.ts';

const health = z.looseObject({ status: z.enum(['ok', 'down']) });
const liveness = z.object({ status: z.enum(['ok', 'down']) });
const readiness = liveness.extend({ detail: z.string().optional() });

export const endpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/api/get-token',
    summary:
      'Opens a call: a room for this browser and the token to join it. roomName and participantName are enough.',
    body: tokenRequest,
    answers: { 200: tokenResponse },
    errors: [
      'phone_required',
      'phone_invalid',
      'terms_outdated',
      'room_taken',
      'call_ended',
      'cooldown',
      'number_cooldown',
      'calls_unavailable',
      'calls_unreachable',
      'lines_busy',
      'rate_limited',
    ],
  },
  {
    method: 'get',
    path: '/api/calls/server',
    summary: 'The LiveKit server that browsers connect to.',
    answers: { 200: callServer },
    errors: ['calls_unavailable'],
  },
  {
    method: 'post',
    path: '/api/calls/{room}/events',
    summary: 'What the agent reports of a call, in order; each event is safe to send again.',
    access: 'agent',
    body: callEvents,
    answers: { 204: null },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/calls/{room}/claim',
    summary: 'An agent job asks whether it may hold the call, before it speaks; one job may.',
    access: 'agent',
    body: callClaim,
    answers: { 204: null },
    errors: ['not_found', 'call_ended', 'call_taken', 'cooldown', 'number_cooldown'],
  },
  {
    method: 'delete',
    path: '/api/calls/{room}',
    summary: 'The visitor deletes their own call with its recording.',
    answers: { 204: null },
    errors: ['forbidden', 'not_found'],
  },
  {
    method: 'post',
    path: '/api/agent/heartbeat',
    summary: 'A worker that is registered with LiveKit says that it is alive, and how many calls it holds.',
    access: 'agent',
    body: heartbeat,
    answers: { 200: heartbeatAnswer },
  },
  {
    method: 'post',
    path: '/api/agent/plan',
    summary: 'The agent asks what it goes by in a call: the version that the dispatch names.',
    access: 'agent',
    body: planRequest,
    answers: { 200: planAnswer },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/leads',
    summary: 'Stores the recording of a call; one room makes one lead, however often it is sent.',
    body: leadFields,
    file: 'audio',
    answers: { 200: leadReceipt, 201: leadReceipt },
    errors: [
      'phone_required',
      'phone_invalid',
      'invalid_audio',
      'too_large',
      'decoder_busy',
      'unsupported_type',
      'forbidden',
      'rate_limited',
      'storage_failed',
      'storage_full',
      'lead_deleted',
    ],
  },
  {
    method: 'post',
    path: '/api/leads/upload',
    summary:
      'Where recordings are kept in a blob store: lets the browser of a call store its recording there by itself, and is told that it has.',
    body: directUpload,
    answers: { 200: z.union([uploadGrant, leadReceipt]), 201: leadReceipt },
    errors: ['not_found', 'phone_invalid', 'invalid_audio', 'forbidden', 'rate_limited', 'lead_deleted'],
  },
  {
    method: 'get',
    path: '/api/tts/stream',
    summary: 'Speech as WAV (16 kHz, mono, 16 bit) while it is being made.',
    query: speechQuery,
    answers: { 200: 'audio/wav' },
    errors: ['speech_unavailable', 'speech_failed', 'speech_refused', 'speech_timeout', 'rate_limited'],
  },
  {
    method: 'post',
    path: '/api/stt/transcribe',
    summary: 'The words of a recording of at most 120 s.',
    body: transcriptionFields,
    file: 'file',
    answers: { 200: transcription },
    errors: [
      'invalid_audio',
      'too_large',
      'decoder_busy',
      'speech_unavailable',
      'speech_failed',
      'speech_refused',
      'speech_timeout',
      'rate_limited',
    ],
  },
  {
    method: 'get',
    path: '/api/site',
    summary: 'What this server is set up with, for pages that are made before it is known.',
    answers: { 200: siteFacts },
  },
  {
    method: 'post',
    path: '/api/admin/session',
    summary: 'Signs an admin in: sets the cookie of the session.',
    body: adminCredentials,
    answers: { 204: null },
    errors: ['wrong_password', 'rate_limited'],
  },
  {
    method: 'get',
    path: '/api/admin/session',
    summary: 'The link that a local start prints: opens a session once, and leads to the leads.',
    query: adminLink,
    answers: { 303: null },
    errors: ['rate_limited'],
  },
  {
    method: 'delete',
    path: '/api/admin/session',
    summary: 'Signs out: ends the session of this browser, or every session.',
    query: signOutQuery,
    answers: { 204: null },
    errors: ['forbidden', 'unauthorized'],
  },
  {
    method: 'get',
    path: '/api/health',
    summary: 'The state of each part, with details for an admin; 503 while one is down.',
    answers: { 200: health, 503: health },
  },
  {
    method: 'get',
    path: '/api/live',
    summary: 'Whether the process answers at all.',
    answers: { 200: liveness },
  },
  {
    method: 'get',
    path: '/api/ready',
    summary:
      'Whether requests should be sent here: 503 while it stops, without its database, or where another folder keeps the recordings.',
    answers: { 200: readiness, 503: readiness },
  },
  {
    method: 'get',
    path: '/api/metrics',
    summary:
      'Calls, places, waiting times, jobs and failures in the format of Prometheus; METRICS_TOKEN as a bearer token.',
    access: 'scheduler',
    answers: { 200: 'text/plain' },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/cron/jobs',
    summary: 'Does the jobs that are due, where no long-lived worker runs.',
    access: 'scheduler',
    answers: { 200: 'application/json' },
  },
  {
    method: 'get',
    path: '/api/link-preview/{page}',
    summary: 'The tags of a page’s card, with the addresses of this place.',
    answers: { 200: 'text/html' },
  },
  { method: 'get', path: '/api/support', summary: 'Leads to the support chat.', answers: { 302: null } },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This document.',
    answers: { 200: 'application/json' },
  },
  ...deskEndpoints,
  ...officeEndpoints,
];
