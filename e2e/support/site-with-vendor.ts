import type { RequestListener } from 'node:http';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { startWebApp } from './web-app.ts';

/**
 * Starts a web app on the database of the product under test, and the speech vendor that it asks: a server of ours on loopback.
 * @param limitPerHour how often an address may ask it
 */
export async function startSiteWithVendor(
  provider: 'STT_PROVIDER' | 'TTS_PROVIDER',
  limitPerHour: number,
  answer: RequestListener,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const vendor = await startLoopbackServer(answer);
  const web = await startWebApp({
    [provider]: 'upstream',
    SPEECH_UPSTREAM_URL: vendor.url,
    LIMIT_SPEECH_PER_HOUR: String(limitPerHour),
    // A web app on Vercel leaves the jobs to others, so this one works on nobody else's leads.
    VERCEL: '1',
  });
  const stop = async () => {
    await web.kill();
    vendor.stop();
  };
  return { url: web.url, stop };
}
