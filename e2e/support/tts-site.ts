import type { ServerResponse } from 'node:http';
import { wavFile } from '../../lib/wav.ts';
import { startSiteWithVendor } from './site-with-vendor.ts';

type Answer = (response: ServerResponse, text: string) => void;

/** The product with a voice that is a server of ours on loopback; a text comes to it in pieces, its first sentence alone. */
export interface TtsSite {
  url: string;
  /** Answer of the voice from now on. */
  answer: Answer;
  /** The pieces that it was asked for. */
  asked: string[];
}

export const speechLimitPerHour = 4;

/** Starts both; the web app stands on the same database as the product under test. */
export async function startTtsSite(): Promise<{ site: TtsSite; stop: () => Promise<void> }> {
  const site: TtsSite = { url: '', answer: (response) => void response.end(), asked: [] };
  const { url, stop } = await startSiteWithVendor('TTS_PROVIDER', speechLimitPerHour, (request, response) => {
    const text = new URL(request.url ?? '/', 'http://voice').searchParams.get('text') ?? '';
    site.asked.push(text);
    site.answer(response, text);
  });
  site.url = url;
  return { site, stop };
}

/** A tone of its own for each length of text, so that pieces can be told apart; a tenth of a second a character. */
export function toneFor(text: string): Int16Array<ArrayBuffer> {
  const frequencyHz = 200 + 10 * text.length;
  return Int16Array.from({ length: 1600 * text.length }, (_, at) =>
    Math.round(9000 * Math.sin((2 * Math.PI * frequencyHz * at) / 16_000)),
  );
}

/** Says the tone of the text, as a voice does. */
export const tone: Answer = (response, text) => void wav(response).end(wavFile(toneFor(text)));

/** The head of an answer with sound. */
export function wav(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'audio/wav' });
}
