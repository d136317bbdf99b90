import type { AgentCopy, AgentCopyStep } from '../../contracts/call-events.ts';
import { AppError } from '../../contracts/errors.ts';
import { containerFacts } from '../audio/container.ts';
import { phoneOfCall } from '../leads/call-leads.ts';
import { isBetter, saveRecording } from '../leads/recordings.ts';
import { isRecordingRefused } from '../leads/refused-recording.ts';
import { db } from '../platform/db.ts';
import { withSpooled } from '../platform/storage/spool.ts';
import { uploadGraceS } from './settle.ts';

const recordedBy = 'agent' as const;
/** The copy is stored shortly before the lead would be made without a recording. */
const browserFirstMs = (uploadGraceS - 5) * 1000;

/**
 * Decides the agent's next step with its copy. Stores a copy that was sent and is better than the stored recording.
 * @throws AppError not_found if there is no such call, lead_deleted, storage_full, storage_failed
 */
export async function receiveAgentCopy({ audio, ...copy }: AgentCopy): Promise<AgentCopyStep> {
  const call = await db().call.findUnique({ where: { room: copy.room }, include: { lead: true } });
  if (call === null) throw new AppError('not_found', { detail: 'There is no such call.' });
  if (await isRecordingRefused(db(), call.id)) return 'delete';
  const { room, lead, endedAt, browserHash } = call;
  if (lead !== null && !isBetter({ ...copy, recordedBy, file: { size: copy.bytes } }, lead)) return 'delete';
  if (endedAt === null || Date.now() - endedAt.getTime() < browserFirstMs) return 'wait';
  const phone = lead?.phone ?? (await phoneOfCall(db(), call));
  if (phone === null) return 'delete';
  if (audio === undefined) return 'send';
  await withSpooled(Buffer.from(audio, 'base64'), async (file) => {
    const { mime: type, extension } = containerFacts.ogg;
    const { durationS } = copy;
    const recording = { phone, room, durationS, recordedBy, extension };
    await saveRecording({ ...recording, file: { ...file, type } }, browserHash, true);
  });
  return 'delete';
}
