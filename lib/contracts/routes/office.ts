import {
  agentPage,
  draftChange,
  draftRevision,
  planVersion,
  publication,
  publishedVersion,
  restoration,
  trialRequest,
} from '../agent-plan.ts';
import type { Endpoints } from '../endpoint.ts';
import { comparisonPage, comparisonRequest } from '../evaluation.ts';
import { insights, insightsQuery } from '../insights.ts';
import { addedModel, modelArchive, modelList, modelRemoval, modelRequest } from '../models.ts';
import {
  liveCalls,
  liveRoom,
  modelChoice,
  modelServers,
  setupStates,
  setupTrial,
  trialResult,
  triedModel,
} from '../office.ts';
import { checkedSentence, ownerVoice, recordingId, sentenceFields } from '../owner-voice.ts';
import { sampleRequest } from '../sample.ts';
import { z } from '../schema.ts';
import { tokenResponse } from '../token.ts';

const version = z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) });

/** The office's routes, without the desk's. */
export const officeRoutes = {
  'GET /api/admin/live': {
    summary: 'The running calls with their turns so far.',
    access: 'admin',
    answers: { 200: liveCalls },
    errors: ['calls_unavailable', 'calls_unreachable'],
  },
  'POST /api/admin/live': {
    summary: 'A token to listen in to a call, if the visitor has agreed to terms that allow it.',
    access: 'admin',
    body: liveRoom,
    answers: { 200: tokenResponse },
    errors: ['not_found', 'calls_unavailable', 'calls_unreachable'],
  },
  'DELETE /api/admin/live': {
    summary: 'Ends a call.',
    access: 'admin',
    body: liveRoom,
    answers: { 204: null },
    errors: ['calls_unavailable', 'calls_unreachable'],
  },
  'GET /api/admin/live/events': {
    summary: 'Server-sent events: the room of each call that begins, has a new turn or ends.',
    access: 'admin',
    answers: { 200: 'text/event-stream' },
  },
  'GET /api/admin/insights': {
    summary: 'Figures of the calls of a period.',
    access: 'admin',
    query: insightsQuery,
    answers: { 200: insights },
  },
  'GET /api/admin/setup': {
    summary: 'Which parts are set up, and which settings enable the others.',
    access: 'admin',
    answers: { 200: setupStates },
  },
  'POST /api/admin/setup': {
    summary: 'Tries a part for real.',
    access: 'admin',
    body: setupTrial,
    answers: { 200: trialResult },
    errors: [
      'storage_failed',
      'speech_failed',
      'speech_refused',
      'language_model_failed',
      'language_model_refused',
      'calls_unavailable',
      'calls_unreachable',
      'lines_busy',
      'notice_failed',
    ],
  },
  'GET /api/admin/model-servers': {
    summary: 'The programs on this machine that serve language models, and the model that was chosen here.',
    access: 'admin',
    answers: { 200: modelServers },
  },
  'POST /api/admin/model-servers': {
    summary:
      'Tries a language model of this machine with a request like that of a call. If it answers in time, the next calls use it.',
    access: 'admin',
    body: modelChoice,
    answers: { 200: triedModel },
    errors: ['not_found'],
  },
  'DELETE /api/admin/model-servers': {
    summary: 'Stops using the chosen model.',
    access: 'admin',
    answers: { 204: null },
  },
  'GET /api/admin/models': {
    summary: 'The speech models that can be downloaded to this server, and those that it has.',
    access: 'admin',
    answers: { 200: modelList },
  },
  'POST /api/admin/models': {
    summary: 'Starts the download of a model, or uses a folder of the server in place.',
    access: 'admin',
    body: modelRequest,
    answers: { 201: addedModel, 202: null },
    errors: ['not_found', 'model_busy', 'model_unusable', 'storage_full'],
  },
  'PUT /api/admin/models': {
    summary: 'Takes a tar archive, plain or compressed with gzip or bzip2, and uses its model.',
    access: 'admin',
    query: modelArchive,
    isStreamed: true,
    answers: { 201: addedModel },
    errors: ['too_large', 'model_unusable', 'storage_full'],
  },
  'DELETE /api/admin/models': {
    summary: 'Stops the download of a model, or removes the model.',
    access: 'admin',
    body: modelRemoval,
    answers: { 204: null },
    errors: ['not_found'],
  },
  'POST /api/admin/sample': {
    summary: 'Has the configured voice speak the sample conversation of the home page.',
    access: 'admin',
    body: sampleRequest,
    answers: { 204: null },
    errors: ['forbidden', 'speech_unavailable', 'speech_failed', 'speech_refused', 'storage_full'],
  },
  'GET /api/admin/agent': {
    summary: 'The published plan, the draft and the earlier versions.',
    access: 'admin',
    answers: { 200: agentPage },
  },
  'PATCH /api/admin/agent': {
    summary: 'Saves the draft, unless somebody else has changed it since the revision.',
    access: 'admin',
    body: draftChange,
    // A draft may be longer than a published plan, and a letter has up to four bytes.
    maxBodyBytes: 2 * 1024 * 1024,
    answers: { 200: draftRevision },
    errors: ['draft_changed'],
  },
  'POST /api/admin/agent': {
    summary: 'Publishes the draft. New calls use it.',
    access: 'admin',
    body: publication,
    answers: { 201: publishedVersion },
    errors: ['draft_changed', 'not_found'],
  },
  'DELETE /api/admin/agent': {
    summary: 'Deletes the draft.',
    access: 'admin',
    body: draftRevision,
    answers: { 200: draftRevision },
    errors: ['draft_changed'],
  },
  'GET /api/admin/agent/events': {
    summary: 'Server-sent events: the draft was changed, or a version published.',
    access: 'admin',
    answers: { 200: 'text/event-stream' },
  },
  'GET /api/admin/agent/versions/{number}': {
    summary: 'One version with its plan.',
    access: 'admin',
    params: version,
    answers: { 200: planVersion },
    errors: ['not_found'],
  },
  'POST /api/admin/agent/versions/{number}': {
    summary: 'Restores a version: its plan becomes the next version.',
    access: 'admin',
    params: version,
    body: restoration,
    answers: { 201: z.object({ number: z.number() }) },
    errors: ['not_found'],
  },
  'GET /api/admin/agent/comparison': {
    summary: 'The last comparison of a draft with the published plan.',
    access: 'admin',
    answers: { 200: comparisonPage },
  },
  'POST /api/admin/agent/comparison': {
    summary: 'Asks the agent to compare the draft with the published plan in simulated conversations.',
    access: 'admin',
    body: comparisonRequest,
    answers: { 202: null },
    errors: ['draft_changed', 'not_found'],
  },
  'DELETE /api/admin/agent/comparison': {
    summary: 'Cancels the comparison.',
    access: 'admin',
    answers: { 204: null },
  },
  'GET /api/admin/agent/voice': {
    summary:
      'The fixed sentences of the draft or the published plan, and which of them the owner has recorded.',
    access: 'admin',
    answers: { 200: ownerVoice },
  },
  'POST /api/admin/agent/voice/check': {
    summary:
      'Trims and levels a recording of a sentence, and says whether it is clipped or noisy. Stores nothing.',
    access: 'admin',
    body: z.object({}),
    file: 'audio',
    answers: { 200: checkedSentence },
    errors: ['invalid_audio', 'too_large', 'decoder_busy', 'storage_full'],
  },
  'POST /api/admin/agent/voice': {
    summary:
      'Stores the owner’s recording of a sentence. New calls play it instead of the synthesized voice.',
    access: 'admin',
    body: sentenceFields,
    file: 'audio',
    answers: { 201: recordingId },
    errors: ['invalid_audio', 'too_large', 'decoder_busy', 'storage_full', 'storage_failed'],
  },
  'GET /api/admin/agent/voice/{id}': {
    summary: 'A recorded sentence.',
    access: 'admin',
    params: recordingId,
    answers: { 200: 'audio/wav' },
    errors: ['not_found', 'storage_failed'],
  },
  'DELETE /api/admin/agent/voice/{id}': {
    summary: 'Deletes a recorded sentence. The configured voice speaks it again.',
    access: 'admin',
    params: recordingId,
    answers: { 204: null },
    errors: ['not_found'],
  },
  'POST /api/admin/agent/trial': {
    summary: 'Opens a call whose agent uses the draft. It makes no lead.',
    access: 'admin',
    body: trialRequest,
    answers: { 200: tokenResponse },
    errors: ['draft_changed', 'calls_unavailable', 'calls_unreachable', 'lines_busy', 'rate_limited'],
  },
} satisfies Endpoints;
