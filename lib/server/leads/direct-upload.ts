import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { type DirectUpload, leadFields } from '../../contracts/recording.ts';
import {
  type AudioContainer,
  audioContainer,
  containerFacts,
  containerHeadBytes,
} from '../audio/container.ts';
import { holdsRoomToken } from '../http/room-tokens.ts';
import { parseJson, readPhone } from '../http/body.ts';
import { isSameSecret } from '../http/secrets.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { callbackUrl } from '../platform/site-url.ts';
import { type DirectStorage, deleteUnlessNamed, storage } from '../platform/storage/index.ts';
import { joinTrace } from '../platform/telemetry.ts';
import {
  discardUnwanted,
  type SavedRecording,
  deleteUnnamed,
  maxUploadBytes,
  ownRoom,
  saveStored,
  traceBrowser,
} from './recordings.ts';

type GrantRequest = Extract<DirectUpload, { type: 'blob.generate-client-token' }>;

/** Signed, it is the `receipt` of a grant. Store and browser return it when the upload is complete. */
const uploadTicket = z.object({
  key: z.string(),
  phone: z.string(),
  room: z.string(),
  durationS: z.number(),
  browserHash: z.string(),
  /** The browser proved by the room's token that the call was its own. */
  holdsToken: z.boolean(),
  steps: z.string().optional(),
});
type UploadTicket = z.infer<typeof uploadTicket>;

/** MediaRecorder's types, and WAV. The stored file's type is detected from its bytes. */
const types = ['audio/webm', 'video/webm', 'audio/mp4', 'video/mp4', 'audio/ogg', 'audio/wav'];

/**
 * Grants a browser the upload of its call's recording to one key.
 * @throws AppError phone_required, phone_invalid, invalid_field, not_found where no call is known, forbidden, lead_deleted, and
 * what DirectStorage.grant throws
 */
export async function grantUpload(
  direct: DirectStorage,
  request: Request,
  { payload }: GrantRequest,
  browserHash: string,
) {
  const fields = leadFields.parse(parseJson(Buffer.from(payload.clientPayload)));
  const phone = readPhone(fields.phoneNumber);
  const { roomName: room, duration: durationS, steps } = fields;
  if (room === undefined || !(await db().call.findUnique({ where: { room }, select: { id: true } })))
    throw new AppError('not_found');
  const holdsToken = await holdsRoomToken(request.headers, room);
  await ownRoom(db(), room, browserHash, holdsToken);
  const namedExtension = payload.pathname.split('.').at(-1) ?? '';
  const { extension } = containerFacts[isContainer(namedExtension) ? namedExtension : 'webm'];
  const key = `leads/${randomUUID()}.${extension}`;
  const ticket = signTicket({ key, phone, room, durationS, browserHash, holdsToken, steps });
  const grant = await direct.grant(request, key, {
    allowedContentTypes: types,
    maximumSizeInBytes: maxUploadBytes(),
    file: payload.file,
    ticket,
    // The token shows this address to the browser, so it must contain no secret. On a protected preview, recording.stored makes the
    // lead instead.
    callbackUrl: new URL('/api/leads/upload', callbackUrl()).href,
  });
  await deleteUnlessNamed(key);
  return grant;
}

/**
 * Handles the store's report of a complete upload, which arrives even without the browser.
 * @throws AppError unauthorized if the store has not signed it
 */
export function handleUploadReport(direct: DirectStorage, request: Request, body: unknown) {
  return direct.completed(request, body, async (ticket) => {
    try {
      await confirmUpload(direct, ticket);
    } catch (error) {
      // The store would retry a permanent refusal for ever.
      if (!(error instanceof AppError && error.status < 500)) throw error;
    }
  });
}

/**
 * Attaches a stored recording to its room's lead, or creates the lead. Browser and store report it, in any order and repeatedly.
 * @throws AppError forbidden for a ticket that is not ours, audio_not_found, too_large, invalid_audio, and what saveStored throws
 */
export async function confirmUpload(direct: DirectStorage, signedTicket: string): Promise<SavedRecording> {
  const { key, browserHash, holdsToken, steps, ...recording } = openTicket(signedTicket);
  const size = await direct.size(key);
  const head = await storage().get(key, { start: 0, end: containerHeadBytes - 1 });
  if (size === null || head === null) {
    // The store has reported it first, and it was deleted as unwanted.
    const goneRecording = { ...recording, recordedBy: 'visitor' as const, file: { size: 0 } };
    const discarded = await discardUnwanted(goneRecording, browserHash, holdsToken);
    if (discarded === undefined) throw new AppError('audio_not_found');
    return discarded;
  }
  const container = audioContainer(new Uint8Array(await new Response(head).arrayBuffer()));
  if (container === null || size > maxUploadBytes()) {
    // A lead names it if the limit was lowered after its first confirmation.
    await deleteUnnamed(key);
    throw new AppError(container === null ? 'invalid_audio' : 'too_large');
  }
  const { mime, extension } = containerFacts[container];
  const storedRecording = {
    ...recording,
    recordedBy: 'visitor' as const,
    file: { size, type: mime },
    extension,
  };
  joinTrace(recording.room, 'web.upload');
  const saved = await saveStored(storedRecording, key, browserHash, holdsToken);
  if (saved.created) traceBrowser(recording.room, steps);
  return saved;
}

function isContainer(name: string): name is AudioContainer {
  return Object.hasOwn(containerFacts, name);
}

function signTicket(ticket: UploadTicket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  const [signature] = signaturesOf(text);
  return `${text}.${signature}`;
}

function openTicket(signed: string): UploadTicket {
  const [text = '', signature = ''] = signed.split('.');
  if (!signaturesOf(text).some((expected) => isSameSecret(signature, expected)))
    throw new AppError('forbidden');
  return uploadTicket.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

/** Signatures by the current secret, by the previous one, and as the previous release signed: an upload may outlast either change. */
function signaturesOf(text: string): string[] {
  const { LIVEKIT_API_SECRET, LIVEKIT_OLD_API_SECRET, BLOB_READ_WRITE_TOKEN } = env();
  return [LIVEKIT_API_SECRET, LIVEKIT_OLD_API_SECRET, BLOB_READ_WRITE_TOKEN]
    .filter((secret) => secret !== undefined)
    .map((secret) => createHmac('sha256', `receipt ${secret}`).update(text).digest('base64url'));
}
