import { adminCredentials, adminLink, signOutQuery } from './admin-session.ts';
import {
  agentPage,
  draftChange,
  draftRevision,
  planAnswer,
  planRequest,
  planVersion,
  publication,
  publishedVersion,
  restoration,
  trialRequest,
} from './agent-plan.ts';
import { callClaim, callEvents, heartbeat, heartbeatAnswer } from './call-events.ts';
import { errorCatalogue, type ErrorCode } from './errors.ts';
import {
  directUpload,
  leadChange,
  leadFields,
  leadQuery,
  leadSelection,
  leadsChange,
  newAttempt,
  newDeskView,
  processingStatuses,
  uploadGrant,
} from './leads.ts';
import { insights, insightsQuery } from './insights.ts';
import { modelList, modelRemoval, modelRequest, modelUpload } from './models.ts';
import { liveCalls, liveRoom, setupStates, setupTrial, trialResult } from './office.ts';
import { z } from './schema.ts';
import { siteFacts } from './site.ts';
import { speechQuery, transcription, transcriptionFields } from './speech.ts';
import { callServer, tokenRequest, tokenResponse } from './token.ts';

type Access = 'everybody' | 'admin' | 'agent' | 'scheduler';
/** A JSON shape, or the media type of an answer that is none. */
type Content = z.ZodType | `${string}/${string}`;

interface Endpoint {
  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  access?: Access;
  query?: z.ZodObject;
  /** The fields of a JSON body, or of a form beside its file. */
  body?: z.ZodType;
  /** The name of the file in a multipart form. */
  file?: string;
  answers: Record<number, Content | null>;
  errors?: ErrorCode[];
}

const leadReceipt = z.object({
  _id: z.string(),
  roomName: z.string().optional(),
  processingStatus: z.enum(processingStatuses),
});
const lead = z.looseObject({
  _id: z.string(),
  phoneNumber: z.string(),
  createdAt: z.iso.datetime(),
  duration: z.number(),
  audioSize: z.number(),
  roomName: z.string().optional(),
  processingStatus: z.enum(processingStatuses),
  summary: z.string().optional(),
  transcription: z.string().optional(),
  processingError: z.string().optional(),
});
const leadList = z.object({ leads: z.array(lead), total: z.number() });
const health = z.looseObject({ status: z.enum(['ok', 'down']) });
const liveness = z.object({ status: z.enum(['ok', 'down']) });
const transcriptQuery = z.object({ format: z.string().optional() });

const endpoints: Endpoint[] = [
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
    errors: ['not_found', 'call_ended', 'call_taken', 'cooldown'],
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
    path: '/api/leads',
    summary: 'The leads: all of them, or those that the query asks for.',
    access: 'admin',
    query: leadQuery,
    answers: { 200: leadList },
  },
  {
    method: 'delete',
    path: '/api/leads',
    summary: 'Deletes several leads with their recordings.',
    access: 'admin',
    body: leadSelection,
    answers: { 200: z.object({ deleted: z.number() }) },
  },
  {
    method: 'patch',
    path: '/api/leads',
    summary: 'Makes the same change to several leads.',
    access: 'admin',
    body: leadsChange,
    answers: { 200: z.object({ changed: z.number() }) },
  },
  {
    method: 'post',
    path: '/api/leads/{id}/attempts',
    summary: 'Adds a call back to the history of a lead.',
    access: 'admin',
    body: newAttempt,
    answers: { 204: null },
    errors: ['lead_not_found'],
  },
  {
    method: 'get',
    path: '/api/admin/views',
    summary: 'The views of the desk with the number of leads in each.',
    access: 'admin',
    answers: { 200: 'application/json' },
  },
  {
    method: 'post',
    path: '/api/admin/views',
    summary: 'Saves a view of the desk.',
    access: 'admin',
    body: newDeskView,
    answers: { 201: z.object({ id: z.uuid() }) },
  },
  {
    method: 'delete',
    path: '/api/admin/views',
    summary: 'Deletes a saved view.',
    access: 'admin',
    body: z.object({ id: z.uuid() }),
    answers: { 204: null },
  },
  {
    method: 'get',
    path: '/api/admin/live',
    summary: 'The calls that go on now, with what was said in them.',
    access: 'admin',
    answers: { 200: liveCalls },
    errors: ['calls_unavailable'],
  },
  {
    method: 'get',
    path: '/api/admin/live/events',
    summary: 'Server-sent events: the room of each call that begins, goes on or ends.',
    access: 'admin',
    answers: { 200: 'text/event-stream' },
  },
  {
    method: 'post',
    path: '/api/admin/live',
    summary: 'A token to listen in to a call, where the visitor has agreed to terms that announce it.',
    access: 'admin',
    body: liveRoom,
    answers: { 200: tokenResponse },
    errors: ['not_found', 'forbidden', 'calls_unavailable'],
  },
  {
    method: 'delete',
    path: '/api/admin/live',
    summary: 'Ends a call.',
    access: 'admin',
    body: liveRoom,
    answers: { 204: null },
    errors: ['calls_unavailable'],
  },
  {
    method: 'get',
    path: '/api/admin/setup',
    summary: 'Which parts are set up, and what switches the others on.',
    access: 'admin',
    answers: { 200: setupStates },
  },
  {
    method: 'post',
    path: '/api/admin/setup',
    summary: 'Tries a part for real.',
    access: 'admin',
    body: setupTrial,
    answers: { 200: trialResult },
    errors: [
      'storage_failed',
      'speech_failed',
      'language_model_failed',
      'calls_unavailable',
      'calls_unreachable',
      'lines_busy',
      'notice_failed',
    ],
  },
  {
    method: 'get',
    path: '/api/admin/models',
    summary: 'The speech models that can be fetched to this server, and those that it has.',
    access: 'admin',
    answers: { 200: modelList },
  },
  {
    method: 'post',
    path: '/api/admin/models',
    summary: 'Begins to fetch a model or goes on with it; or uses a folder of the server where it is.',
    access: 'admin',
    body: modelRequest,
    answers: { 201: z.object({ id: z.string() }), 202: null },
    errors: ['not_found', 'model_busy', 'model_unusable', 'storage_full'],
  },
  {
    method: 'put',
    path: '/api/admin/models',
    summary: 'Uses the model in the body: a tar archive, plain or packed with gzip or bzip2.',
    access: 'admin',
    query: modelUpload,
    answers: { 201: z.object({ id: z.string() }) },
    errors: ['too_large', 'model_unusable', 'storage_full'],
  },
  {
    method: 'delete',
    path: '/api/admin/models',
    summary: 'Ends the fetch of a model, or removes it.',
    access: 'admin',
    body: modelRemoval,
    answers: { 204: null },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/admin/insights',
    summary: 'What the calls of a period came to.',
    access: 'admin',
    query: insightsQuery,
    answers: { 200: insights },
  },
  {
    method: 'get',
    path: '/api/admin/agent',
    summary: 'What the agent goes by: what is published, the draft, and the versions before.',
    access: 'admin',
    answers: { 200: agentPage },
  },
  {
    method: 'patch',
    path: '/api/admin/agent',
    summary: 'Keeps the draft, unless somebody else has changed it since the revision.',
    access: 'admin',
    body: draftChange,
    answers: { 200: draftRevision },
    errors: ['draft_changed'],
  },
  {
    method: 'post',
    path: '/api/admin/agent',
    summary: 'Publishes the draft: new calls go by it.',
    access: 'admin',
    body: publication,
    answers: { 201: publishedVersion },
    errors: ['draft_changed', 'not_found'],
  },
  {
    method: 'delete',
    path: '/api/admin/agent',
    summary: 'Throws the draft away.',
    access: 'admin',
    body: draftRevision,
    answers: { 200: draftRevision },
    errors: ['draft_changed'],
  },
  {
    method: 'get',
    path: '/api/admin/agent/versions/{number}',
    summary: 'One version, whole.',
    access: 'admin',
    answers: { 200: planVersion },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/admin/agent/versions/{number}',
    summary: 'Back to a version: its content becomes the next one.',
    access: 'admin',
    body: restoration,
    answers: { 201: z.object({ number: z.number() }) },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/admin/agent/trial',
    summary: 'Opens a call whose agent goes by the draft; it makes no lead.',
    access: 'admin',
    body: trialRequest,
    answers: { 200: tokenResponse },
    errors: ['draft_changed', 'calls_unavailable', 'calls_unreachable', 'lines_busy', 'rate_limited'],
  },
  {
    method: 'get',
    path: '/api/leads/download',
    summary: 'The same list as a file.',
    access: 'admin',
    query: leadQuery,
    answers: { 200: 'application/json' },
  },
  {
    method: 'get',
    path: '/api/leads/events',
    summary: 'Server-sent events: the id of each lead that changes.',
    access: 'admin',
    answers: { 200: 'text/event-stream' },
  },
  {
    method: 'get',
    path: '/api/leads/{id}',
    summary: 'One lead with its waveform and consent.',
    access: 'admin',
    answers: { 200: lead },
    errors: ['lead_not_found'],
  },
  {
    method: 'patch',
    path: '/api/leads/{id}',
    summary: 'What an admin notes about a lead.',
    access: 'admin',
    body: leadChange,
    answers: { 204: null },
    errors: ['lead_not_found'],
  },
  {
    method: 'delete',
    path: '/api/leads/{id}',
    summary: 'Deletes a lead with its recording.',
    access: 'admin',
    answers: { 204: null },
    errors: ['lead_not_found'],
  },
  {
    method: 'get',
    path: '/api/leads/{id}/audio',
    summary: 'The recording; takes Range and If-None-Match, and download=1 for a file name.',
    access: 'admin',
    answers: { 200: 'audio/webm', 206: 'audio/webm' },
    errors: ['lead_not_found', 'audio_not_found', 'range_not_satisfiable'],
  },
  {
    method: 'get',
    path: '/api/leads/{id}/transcript',
    summary: 'The conversation as text, subtitles or JSON.',
    access: 'admin',
    query: transcriptQuery,
    answers: { 200: 'text/plain' },
    errors: ['lead_not_found'],
  },
  {
    method: 'post',
    path: '/api/leads/{id}/process',
    summary: 'Processes a lead again.',
    access: 'admin',
    answers: { 202: null },
    errors: ['lead_not_found', 'already_processing'],
  },
  {
    method: 'get',
    path: '/api/tts/stream',
    summary: 'Speech as WAV (16 kHz, mono, 16 bit) while it is being made.',
    query: speechQuery,
    answers: { 200: 'audio/wav' },
    errors: ['speech_unavailable', 'speech_failed', 'speech_timeout', 'rate_limited'],
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
      'speech_unavailable',
      'speech_failed',
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
    summary: 'The state of each part; 503 while one is down.',
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
    summary: 'Whether requests should be sent here: 503 while it stops, or without its database.',
    answers: { 200: liveness, 503: liveness },
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
];

const security: Record<Access, object[]> = {
  everybody: [],
  admin: [{ session: [] }],
  agent: [{ signature: [] }],
  scheduler: [{ secret: [] }],
};

/** The API as OpenAPI 3.1, made from the shapes that the handlers parse with. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method] = operation(endpoint);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ovoz',
      version: '0.1.0',
      description: 'Calls, leads and speech. Every error is {detail, code}.',
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(z.object({ detail: z.string(), code: z.enum(errorCodes) })) },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'ovoz_admin',
          description: 'Named __Host-ovoz_admin over https.',
        },
        signature: {
          type: 'http',
          scheme: 'bearer',
          description: 'A JWT over the body’s hash, signed with LiveKit’s secret.',
        },
        secret: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET' },
      },
    },
  };
}

const errorCodes = Object.keys(errorCatalogue);

function operation({
  path,
  summary,
  access = 'everybody',
  query,
  body,
  file,
  answers,
  errors = [],
}: Endpoint): object {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const asked = Object.entries(query?.shape ?? {});
  return {
    summary,
    security: security[access],
    parameters: [
      ...named.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...asked.map(([name, schema]) => ({ name, in: 'query', schema: jsonSchema(schema) })),
    ],
    ...(body && { requestBody: { required: true, content: requestContent(body, file) } }),
    responses: {
      ...answersOf(answers),
      ...refusals(access, body !== undefined || query !== undefined, errors),
    },
  };
}

function requestContent(body: z.ZodType, file: string | undefined): object {
  const schema = jsonSchema(body);
  if (file === undefined) return { 'application/json': { schema } };
  const binary = {
    type: 'object',
    required: [file],
    properties: { [file]: { type: 'string', format: 'binary' } },
  };
  return { 'multipart/form-data': { schema: { allOf: [schema, binary] } } };
}

function answersOf(answers: Endpoint['answers']): object {
  return Object.fromEntries(
    Object.entries(answers).map(([status, content]) => [
      status,
      { description: status === '302' ? 'Found' : 'Done', ...contentOf(content) },
    ]),
  );
}

function contentOf(content: Content | null): object {
  if (content === null) return {};
  if (typeof content === 'string') return { content: { [content]: {} } };
  return { content: { 'application/json': { schema: jsonSchema(content) } } };
}

function refusals(access: Access, takesInput: boolean, errors: ErrorCode[]): object {
  const codes: ErrorCode[] = [
    ...(access === 'everybody' ? [] : (['unauthorized'] as const)),
    ...(takesInput ? (['bad_request', 'invalid_field'] as const) : []),
    ...errors,
  ];
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfStatus]) => [
      status,
      {
        description: codesOfStatus.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** Checks that zod runs as code are left open. */
function jsonSchema(schema: z.core.$ZodType): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
