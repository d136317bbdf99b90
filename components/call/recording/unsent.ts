/** The database of recordings that no server has confirmed. */
export const recordingsDatabase = 'ovoz-recordings';

/**
 * Whether this browser has ever kept a recording: cheap to ask on every page. The database answers for itself: what is
 * in local storage reaches the disk seconds later, and a browser that was killed has lost it.
 */
export async function mayHaveUnsent(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === recordingsDatabase);
  } catch {
    // An old browser that cannot tell, or one that keeps nothing at all; recovery finds out which.
    return 'indexedDB' in globalThis;
  }
}
