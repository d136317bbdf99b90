import { setTimeout as delay } from 'node:timers/promises';
import { AccessToken, JobRestartPolicy, RoomAgentDispatch } from 'livekit-server-sdk';
import { agentName, type DispatchMetadata, dispatchMetadata } from '../../contracts/token.ts';
import { callsUnreachable, dispatchService, liveKit, readToken, roomService } from '../platform/livekit.ts';
import { log } from '../platform/log.ts';

/** Long enough to return after a lost connection, short enough that no empty room remains. */
const emptyTimeoutS = 30;
/** The visitor, two earlier connections that LiveKit has not noticed as gone, and an operator; agents are not counted. */
const maxParticipants = 4;
/** An agent gets its job at once; an older dispatch is a replay. */
const dispatchTtlS = 5 * 60;
/** LiveKit withdraws an untaken offer after three seconds, makes no other, and lists a taken one after five at the latest. */
const offerMs = 7_000;

/** Runs work after the answer to a request. */
export type Later = (work: () => Promise<void>) => void;

/**
 * Creates the room of a call and dispatches the agent. Idempotent: an existing room gets no second agent. Later the call is offered
 * again if no agent has taken it.
 * @throws AppError calls_unreachable, calls_unavailable
 */
export async function openRoom(dispatch: DispatchMetadata, later: Later): Promise<void> {
  const metadata = await signDispatch(dispatch);
  const agent = new RoomAgentDispatch({ agentName, metadata, restartPolicy: JobRestartPolicy.JRP_NEVER });
  await createRoom(dispatch.room, [agent]);
  later(() => offerAgain(dispatch.room));
}

/** Offers a call once more if no agent has taken it: all may have been busy or restarting. Never throws. */
export async function offerAgain(room: string): Promise<void> {
  await delay(offerMs);
  try {
    const dispatches = await dispatchService().listDispatch(room);
    const [firstDispatch] = dispatches;
    const isTaken = dispatches.some(({ state }) => (state?.jobs.length ?? 0) > 0);
    if (firstDispatch === undefined || isTaken) return;
    log.warn('call_offered_again', { room });
    const { metadata, restartPolicy } = firstDispatch;
    await dispatchService().createDispatch(room, firstDispatch.agentName, { metadata, restartPolicy });
  } catch (cause) {
    log.info('call_not_offered_again', { room, cause: String(cause) });
  }
}

/**
 * Recreates a room that the media server lost in a restart; its participants then return by themselves.
 * @throws AppError calls_unreachable, calls_unavailable
 */
export async function restoreRoom(room: string): Promise<void> {
  await createRoom(room, []);
}

async function createRoom(name: string, agents: RoomAgentDispatch[]): Promise<void> {
  const service = roomService();
  const limits = { emptyTimeout: emptyTimeoutS, departureTimeout: emptyTimeoutS, maxParticipants };
  try {
    await service.createRoom({ name, ...limits, agents });
  } catch (cause) {
    throw callsUnreachable(cause);
  }
}

/** Signs a dispatch with the API key, so that nobody else can name the address that the agent reports to. */
export async function signDispatch(dispatch: DispatchMetadata): Promise<string> {
  const { key, secret } = liveKit();
  return new AccessToken(key, secret, { ttl: dispatchTtlS, metadata: JSON.stringify(dispatch) }).toJwt();
}

/**
 * Reads a room's metadata for the agent.
 * @throws Error if it is not signed by this API key, has expired or belongs to another room
 */
export async function readDispatch(metadata: string, room: string): Promise<DispatchMetadata> {
  const claims = await readToken(metadata);
  // LiveKit signs the tokens of participants, whose metadata others may choose.
  if (claims.video !== undefined) throw new Error('the token of a participant is no dispatch');
  const dispatch = dispatchMetadata.parse(JSON.parse(claims.metadata ?? ''));
  if (dispatch.room !== room) throw new Error(`the dispatch is for room ${dispatch.room}`);
  return dispatch;
}
