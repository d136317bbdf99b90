import { speechTimeoutMs } from '@/lib/contracts/limits';
import { rateLimitAddress } from '@/lib/server/http/address';
import { isAdmin } from '@/lib/server/http/auth';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { limit } from '@/lib/server/http/limits';
import { requireProof } from '@/lib/server/http/proof';
import { demoVoice } from '@/lib/server/speech/demos';
import type { Synthesizer } from '@/lib/server/speech/interfaces';
import { streamWav } from '@/lib/server/speech/stream-wav';
import { synthesizer } from '@/lib/server/speech/tts';

export const dynamic = 'force-dynamic';

/** Vercel's limit. */
export const maxDuration = 300;

const headers = { 'content-type': 'audio/wav', 'cache-control': 'private, max-age=3600' };
/** The office hears what it has just changed. */
const officeHeaders = { ...headers, 'cache-control': 'no-store' };

async function limitedVoice(visitorHeaders: Headers, text: string): Promise<Synthesizer> {
  await requireProof(visitorHeaders);
  await limit('speech', rateLimitAddress(visitorHeaders));
  return demoVoice(text);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE } = defineRoutes('/api/tts/stream', {
  GET: async ({ request, query: { text, language, office } }) => {
    const isOffice = office !== undefined && (await isAdmin(request.headers));
    const voice = isOffice ? synthesizer() : await limitedVoice(request.headers, text);
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    const samples = voice.synthesize(text, { language, signal });
    const sound = await streamWav(samples, { stop, timeoutMs: speechTimeoutMs });
    return new Response(sound, { headers: isOffice ? officeHeaders : headers });
  },
  HEAD: async () => {
    // Throws speech_unavailable if there is no voice.
    synthesizer();
    return new Response(null, { headers });
  },
});
