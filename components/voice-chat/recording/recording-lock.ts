const lockName = (room: string) => `ovoz-recording-${room}`;

/** Browsers without locks (an insecure page) have no microphone either: nothing is live there. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Marks a recording as being made by this tab, until the returned function is called or the tab dies. */
export function holdRecording(room: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks()
    ?.request(lockName(room), () => released)
    .catch(() => undefined);
  return release;
}

/** Does the work unless another tab holds the recording. */
export async function ifNobodyHolds(room: string, work: () => Promise<void>): Promise<void> {
  const manager = locks();
  if (!manager) return work();
  await manager.request(lockName(room), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
