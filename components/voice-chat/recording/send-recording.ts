// Not fetched when it is needed: the network may be gone by then.
import fixWebmDuration from 'fix-webm-duration';
import type { Recording } from './recorder';
import { webmLengthMs } from './webm-length';

/** What became of one try: the server has it, will never take it, or may take it later. */
export type SendResult =
  { outcome: 'sent' } | { outcome: 'refused'; status: number } | { outcome: 'later'; waitMs: number | null };

/** Answers that the same recording would get again. */
const refusals = new Set([400, 403, 409, 413, 415, 422]);

/** Time for a small body, and what a slow phone needs for a large one. */
const baseTimeoutMs = 60_000;
const slowestBytesPerMs = 8;

/** Tries once to send a recording (POST /api/leads, spec.md section 7). Never throws. */
export async function sendRecording(recording: Recording): Promise<SendResult> {
  try {
    const { audio, durationMs } = await mended(recording);
    const form = new FormData();
    form.set('phoneNumber', recording.phone);
    form.set('audio', audio, recording.mime.includes('mp4') ? 'conversation.mp4' : 'conversation.webm');
    form.set('duration', String(Math.round(durationMs / 1000)));
    form.set('roomName', recording.room);
    const response = await fetch('/api/leads', {
      method: 'POST',
      headers: { authorization: `Bearer ${recording.token}` },
      body: form,
      signal: AbortSignal.timeout(baseTimeoutMs + audio.size / slowestBytesPerMs),
    });
    if (response.ok) {
      // Read to its end: an answer cut short confirms nothing.
      await response.json();
      return { outcome: 'sent' };
    }
    if (refusals.has(response.status)) return { outcome: 'refused', status: response.status };
    return { outcome: 'later', waitMs: retryAfterMs(response) };
  } catch {
    return { outcome: 'later', waitMs: null };
  }
}

/** MediaRecorder's WebM does not say how long it is and cannot be sought: its duration is written into it. */
async function mended({ chunks, mime, durationMs }: Recording): Promise<{ audio: Blob; durationMs: number }> {
  const audio = new Blob(chunks, { type: mime.split(';')[0] });
  if (!mime.includes('webm')) return { audio, durationMs };
  const lengthMs = webmLengthMs(await audio.arrayBuffer()) ?? durationMs;
  return { audio: await fixWebmDuration(audio, lengthMs, { logger: false }), durationMs: lengthMs };
}

function retryAfterMs(response: Response): number | null {
  const waitS = Number(response.headers.get('retry-after'));
  return waitS > 0 ? waitS * 1000 : null;
}
