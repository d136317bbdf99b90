import { ifNobodyHolds } from './recording-lock';
import {
  forgetRecording,
  keepRecording,
  keptRecordings,
  readRecording,
  type KeptRecording,
} from './recording-store';
import { sendRecording } from './send-recording';

/** A recording that was refused this often, on as many visits, will not be taken by a later one. */
const mostRefusals = 3;
const oldestMs = 14 * 24 * 3600 * 1000;

/**
 * Sends what earlier visits could not: one try each, and none for a recording that a tab is making or sending.
 * Dropped are those that a server refused three times, those older than two weeks, and those without sound.
 */
export async function recoverRecordings(): Promise<void> {
  try {
    for (const recording of await keptRecordings())
      await ifNobodyHolds(recording.room, () => recover(recording));
  } catch (error) {
    console.warn('Kept recordings cannot be read:', error);
  }
}

async function recover(kept: KeptRecording): Promise<void> {
  const recording = await readRecording(kept.room);
  if (!recording || Date.now() - kept.startedAtMs > oldestMs) return forgetRecording(kept.room);
  const result = await sendRecording(recording);
  if (result.outcome === 'sent') return forgetRecording(kept.room);
  if (result.outcome === 'later') return;
  console.error('A recording of an earlier visit was refused:', result.status);
  if (kept.refusals + 1 >= mostRefusals) return forgetRecording(kept.room);
  await keepRecording({ ...kept, refusals: kept.refusals + 1 });
}
