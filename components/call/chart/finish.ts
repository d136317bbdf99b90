import type { CallSummary, Clock, Resources } from './ports';
import { times } from './rules';

interface EndedCall extends Resources {
  clock: Clock;
  summary: CallSummary;
  /** Frees the call's place on the server. Set only if the visitor ended before the agent's first word. */
  hangUp: (() => void) | undefined;
}

/** Stops the recording and the microphone, uploads the recording, and leaves the room. A new call may run meanwhile. */
export async function finishCall({ releaseTabLock, recording, media, clock, summary, hangUp }: EndedCall) {
  // Released first, because another call may begin while this one's recording is uploaded.
  releaseTabLock?.();
  try {
    await recording?.stop();
    media?.stopMicrophone();
    media?.room?.stopVoices();
    if (recording) await waitForUpload(recording.deliver(summary), clock);
  } catch (error) {
    // A bug in the recording must not leave the microphone and the room open.
    console.error('The recording was not finished:', error);
  }
  await media?.room?.leave().catch(() => undefined);
  hangUp?.();
  await media?.close();
}

/** Waits for the upload for at most eight seconds. It then continues in the background. */
function waitForUpload(upload: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(resolve, times.uploadBeforeLeaving);
    upload.finally(() => clock.clearTimeout(timer)).then(resolve, reject);
  });
}
