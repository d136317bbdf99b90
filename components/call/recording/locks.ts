const lockName = (room: string) => `ovoz-recording-${room}`;

/** Undefined on an insecure page, which has no microphone either. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Locks a recording that this tab makes, until the returned function is called or the tab dies. */
export function lockRecording(room: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks()
    ?.request(lockName(room), () => released)
    .catch(() => undefined);
  return release;
}

/** Locks a recording like lockRecording. Returns null if this tab or another one has the lock. */
export async function lockIfFree(room: string): Promise<(() => void) | null> {
  const manager = locks();
  if (!manager) return () => undefined;
  return new Promise((resolve, reject) => {
    manager
      .request(lockName(room), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

/** Does the work unless this tab or another one has locked the recording. */
export async function ifUnlocked(room: string, work: () => Promise<void>): Promise<void> {
  const release = await lockIfFree(room);
  if (!release) return;
  try {
    await work();
  } finally {
    release();
  }
}
