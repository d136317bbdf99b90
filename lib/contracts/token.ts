import { z } from './mini.ts';
import { fallbackLanguage, languages } from '../i18n/language.ts';
import { roomNamePattern } from './room.ts';

/** POST /api/get-token. Requires only roomName and participantName; our page also sends phone, language and agreement. */
export const tokenRequest = z.object({
  roomName: z.string().check(z.regex(roomNamePattern)),
  participantName: z.literal('User'),
  /** The number as the visitor typed it. */
  phoneNumber: z.optional(z.string().check(z.maxLength(64))),
  language: z._default(z.enum(languages), fallbackLanguage),
  termsVersion: z.optional(z.string().check(z.maxLength(32))),
});
export type TokenRequest = z.input<typeof tokenRequest>;

/** Without `serverUrl`, GET /api/calls/server returns it. */
export const tokenResponse = z.object({
  token: z.string().check(z.minLength(1)),
  roomName: z.string().check(z.minLength(1)),
  serverUrl: z.optional(z.string()),
  /** The recording goes straight into storage (POST /api/leads/upload). */
  directUpload: z.optional(z.literal(true)),
  /** The server collects traces: the browser may send its steps with the recording. */
  traced: z.optional(z.literal(true)),
});
export type TokenResponse = z.infer<typeof tokenResponse>;

/** GET /api/calls/server: the LiveKit server that browsers connect to. */
export const callServer = z.object({ serverUrl: z.string() });

/** Metadata of the agent's dispatch: signed by the server, checked by the agent. */
export const dispatchMetadata = z.object({
  room: z.string().check(z.regex(roomNamePattern)),
  language: z.enum(languages),
  /** The number that the visitor left, for the agent to read back. */
  phone: z.optional(z.string()),
  /** The version of the plan; without it the agent uses its own files. */
  planVersion: z.optional(z.string().check(z.maxLength(64))),
  /** The revision of the owner's recordings; absent without any. */
  voice: z.optional(z.string().check(z.maxLength(64))),
  /** The day's budget for models is spent, so the call uses the script. */
  scripted: z.optional(z.boolean()),
  /** A call of the office, without a recording. */
  trial: z.optional(z.boolean()),
  /** The web app that the agent reports this call to. */
  callbackUrl: z.url({ protocol: /^https?$/ }),
  /** The parent of the agent's span, if a collector is set. */
  traceparent: z.optional(z.string()),
});
export type DispatchMetadata = z.infer<typeof dispatchMetadata>;

/** The name under which the worker registers and the server dispatches it. */
export const agentName = 'ovoz-interviewer';

/** The agent's participant identity begins with this. The panel looks for 'agent' in it. */
export const agentIdentityPrefix = 'agent-';

export const visitorIdentityPrefix = 'visitor-';

export function isVisitor({ identity }: { identity: string }): boolean {
  return identity.startsWith(visitorIdentityPrefix);
}

/** Identity prefix of an operator who listens in. The visitor's panel shows that somebody does. */
export const operatorIdentityPrefix = 'operator-';

/** Attribute of the agent's participant: "true" once the visitor has had a turn, "false" before. */
export const heardAttribute = 'ovoz.heard';

/** Topics and attributes of LiveKit's own clients: captions, typed texts, and what the agent does. */
export const liveKitNames = {
  captionTopic: 'lk.transcription',
  finalAttribute: 'lk.transcription_final',
  segmentAttribute: 'lk.segment_id',
  trackAttribute: 'lk.transcribed_track_id',
  chatTopic: 'lk.chat',
  stateAttribute: 'lk.agent.state',
} as const;

/** Topic of data messages: "true" while the visitor uses the field for typed answers, "false" when it closes. */
export const typingTopic = 'ovoz.writing';

/** Metadata of a room that the office is about to close. */
export const closedByOffice = 'closed_by_office';
