import { z } from './schema.ts';
import { languages } from '../i18n/language.ts';
import { roomNamePattern } from './room.ts';

/** POST /api/get-token: section 7 of the specification, with the phone, the language and the agreement added. */
export const tokenRequest = z.object({
  roomName: z.string().regex(roomNamePattern),
  participantName: z.literal('User'),
  /** As typed; none at all is answered with phone_required, like an empty one. */
  phoneNumber: z.string().max(32).default(''),
  language: z.enum(languages),
  termsVersion: z.string().max(32),
});
export type TokenRequest = z.input<typeof tokenRequest>;

export interface TokenResponse {
  token: string;
  roomName: string;
  serverUrl: string;
}

/** What the agent's dispatch carries: written by the server into the token, read by the agent. */
export const dispatchMetadata = z.object({ language: z.enum(languages) });
export type DispatchMetadata = z.infer<typeof dispatchMetadata>;

/** The name under which the worker registers and the token asks for it. */
export const agentName = 'ovoz-interviewer';

/** The agent's participant identity begins with this; the panel looks for 'agent' in it (section 4). */
export const agentIdentityPrefix = 'agent-';

export const visitorIdentityPrefix = 'visitor-';
