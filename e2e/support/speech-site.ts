import type { ServerResponse } from 'node:http';
import { startSiteWithVendor } from './site-with-vendor.ts';

type Answer = (response: ServerResponse) => void;

/** The product with recognition set up, and the vendor that it asks: a server of ours on loopback. */
export interface SpeechSite {
  url: string;
  /** Answer of the vendor from now on; each request is read whole before. */
  answer: Answer;
  /** The forms that the vendor was sent. */
  asked: FormData[];
}

export const limitPerHour = 5;

/** Starts both; the web app stands on the same database as the product under test. */
export async function startSpeechSite(): Promise<{ site: SpeechSite; stop: () => Promise<void> }> {
  const site: SpeechSite = { url: '', answer: (response) => void response.end(), asked: [] };
  const { url, stop } = await startSiteWithVendor('STT_PROVIDER', limitPerHour, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    site.asked.push(await new Response(body, { headers }).formData());
    site.answer(response);
  });
  site.url = url;
  return { site, stop };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
