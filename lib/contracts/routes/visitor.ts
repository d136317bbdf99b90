import type { Endpoints } from '../endpoint.ts';
import { directUpload, leadFields, leadReceipt, uploadGrant } from '../recording.ts';
import { proofChallenge } from '../proof.ts';
import { sampleCaptions } from '../sample.ts';
import { z } from '../schema.ts';
import { siteFacts } from '../site.ts';
import { speechQuery, transcription, transcriptionFields } from '../speech.ts';
import { callServer, tokenRequest, tokenResponse } from '../token.ts';

/** Requests of the public page. */
export const visitorRoutes = {
  'GET /api/site': {
    summary: 'What this server offers. Prerendered pages cannot know it.',
    access: 'everybody',
    answers: { 200: siteFacts },
  },
  'GET /api/sample/{language}': {
    summary: 'The words of the sample conversation that visitors can play before they call.',
    access: 'everybody',
    params: z.object({ language: z.string() }),
    answers: { 200: sampleCaptions },
    errors: ['not_found'],
  },
  'GET /api/sample/{language}/audio': {
    summary: 'The sound of the sample conversation, whole or in part.',
    access: 'everybody',
    params: z.object({ language: z.string() }),
    answers: { 200: 'audio/wav', 206: 'audio/wav' },
    errors: ['not_found', 'range_not_satisfiable'],
  },
  'GET /api/support': {
    summary: 'Redirects to the support chat.',
    access: 'everybody',
    answers: { 302: null },
  },
  'POST /api/get-token': {
    summary:
      'Opens a call: a room for this browser and the token to join it. roomName and participantName are enough.',
    access: 'page',
    body: tokenRequest,
    maxBodyBytes: 4096,
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
      'proof_required',
    ],
  },
  'GET /api/proof': {
    summary: 'A puzzle of ALTCHA for a request that was answered with proof_required.',
    access: 'everybody',
    answers: { 200: proofChallenge },
    errors: ['not_found'],
  },
  'GET /api/calls/server': {
    summary: 'The LiveKit server that browsers connect to.',
    access: 'everybody',
    answers: { 200: callServer },
    errors: ['calls_unavailable'],
  },
  'DELETE /api/calls/{room}': {
    summary: 'The visitor deletes their own call with its recording.',
    access: 'page',
    params: z.object({ room: z.string() }),
    answers: { 204: null },
    errors: ['not_found'],
  },
  'POST /api/calls/{room}/hang-up': {
    summary: 'The visitor has ended their call before the agent met them: its place is free again.',
    access: 'page',
    params: z.object({ room: z.string() }),
    answers: { 204: null },
    errors: ['not_found'],
  },
  'POST /api/leads': {
    summary: 'Stores the recording of a call; one room makes one lead, however often it is sent.',
    access: 'page',
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
      'rate_limited',
      'storage_failed',
      'storage_full',
      'lead_deleted',
    ],
  },
  'POST /api/leads/upload': {
    summary:
      'Grants the browser of a call a direct upload to the store, and takes the confirmation that the recording is stored.',
    // The store also calls this route, so the handler checks the origin of other callers itself.
    access: 'everybody',
    body: directUpload,
    isStreamed: true,
    answers: { 200: z.union([uploadGrant, leadReceipt]), 201: leadReceipt },
    errors: ['not_found', 'phone_invalid', 'invalid_audio', 'forbidden', 'rate_limited', 'lead_deleted'],
  },
  'GET /api/tts/stream': {
    summary: 'Speech as WAV (16 kHz, mono, 16 bit) while it is being made.',
    access: 'page',
    query: speechQuery,
    answers: { 200: 'audio/wav' },
    errors: [
      'speech_unavailable',
      'speech_failed',
      'speech_refused',
      'speech_timeout',
      'rate_limited',
      'proof_required',
    ],
  },
  'HEAD /api/tts/stream': {
    summary: 'Whether a voice is set up and the text is short enough.',
    access: 'everybody',
    query: speechQuery,
    answers: { 200: 'audio/wav' },
    errors: ['speech_unavailable'],
  },
  'POST /api/stt/transcribe': {
    summary: 'The words of a recording of at most 120 s.',
    access: 'page',
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
      'proof_required',
    ],
  },
} satisfies Endpoints;
