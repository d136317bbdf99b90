import { limitedAddress } from '../address.ts';
import { knownBrowserHash } from '../browser.ts';
import { db } from '../db.ts';
import { limit } from '../limits.ts';

/**
 * Counts an upload before its body is read: by browser where that browser has called (calls are limited by address already, and
 * an office of visitors shares one), by address for everybody else.
 * @throws AppError rate_limited
 */
export async function limitUpload(headers: Headers): Promise<void> {
  const browserHash = knownBrowserHash(headers);
  const caller =
    browserHash !== undefined &&
    (await db().call.findFirst({ where: { browserHash }, select: { id: true } }));
  await limit('uploads', caller ? `browser-${browserHash}` : limitedAddress(headers));
}
