import type { CallSummary, Clock, Resources } from './ports';
import { times } from './rules';

interface Ending extends Resources {
  clock: Clock;
  summary: CallSummary;
  /** Frees the call's place on the server. Set only if the visitor ended before the agent's first word. */
  hangUp: (() => void) | undefined;
}

/** Stops the recording and the microphone, uploads the recording, and leaves the room. A new call may run meanwhile. */
export async function finishCall({ releaseTabLock, recording, media, clock, summary, hangUp }: Ending) {
  // First: another call may begin while this one's recording is uploaded.
  releaseTabLock?.();
  await recording?.stop();
  media?.stopMicrophone();
  media?.room?.stopVoices();
  if (recording) await untilTimeout(recording.deliver(summary), clock);
  await media?.room?.leave().catch(() => undefined);
  hangUp?.();
  await media?.close();
}

/** Waits for an upload. After eight seconds, it continues in the background. */
function untilTimeout(upload: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(resolve, times.uploadBeforeLeaving);
    void upload.then(() => {
      clock.clearTimeout(timer);
      resolve();
    });
  });
}
