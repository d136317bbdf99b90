/** The database of recordings that no server has confirmed. */
export const recordingsDatabase = 'ovoz-recordings';

/** True if this browser has ever stored a recording. Chromium writes local storage seconds late, so a flag there could be lost. */
export async function mayHaveUnsent(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === recordingsDatabase);
  } catch {
    // An old browser that does not list databases, or one that stores nothing; recovery finds out which.
    return 'indexedDB' in globalThis;
  }
}
