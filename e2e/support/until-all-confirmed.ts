import { expect, type Page } from '@playwright/test';
import { recordingsDatabase } from '../../components/call/recording/unsent.ts';

/** Waits until a server has confirmed all recordings in this browser. The next page would send the others again. */
export async function untilAllConfirmed(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countRecordings, recordingsDatabase)).toBe(0);
}

/** Runs in the page. */
function countRecordings(database: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('recordings').objectStore('recordings').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(counting.error);
      opening.result.close();
    };
  });
}
