import type { TokenResponse } from '../../contracts/token.ts';
import { visitorToken } from '../http/room-tokens.ts';
import { liveKit, webSocketUrl } from '../platform/livekit.ts';
import { voiceRevision } from '../plan/owner-voice.ts';
import { callbackUrl } from '../platform/site-url.ts';
import { type PlaceRequest, openCall } from './open.ts';
import { type Later, openRoom } from './rooms.ts';

interface TrialRoom extends Pick<PlaceRequest, 'room' | 'language' | 'browserHash' | 'addressHash'> {
  /** Undefined for the plan of the agent's own files. */
  planVersion: string | undefined;
}

/**
 * Opens a trial call of the office, set up like a visitor's call. It makes no lead and starts no cooldown.
 * @throws AppError calls_unreachable, calls_unavailable, or as openCall
 */
export async function openTrial(
  { planVersion, ...request }: TrialRoom,
  later: Later,
): Promise<TokenResponse> {
  const { room, language } = request;
  const serverUrl = webSocketUrl(liveKit().url);
  const { scripted } = await openCall({ ...request, phone: null, termsVersion: null, trial: true });
  const voice = await voiceRevision();
  const dispatch = { room, language, planVersion, voice, scripted, trial: true, callbackUrl: callbackUrl() };
  await openRoom(dispatch, later);
  return { token: await visitorToken(room), roomName: room, serverUrl };
}
