import { speechQuery } from '@/lib/contracts/speech';
import { limitedAddress } from '@/lib/server/http/address';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { limit } from '@/lib/server/http/limits';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { demoVoice } from '@/lib/server/speech/demos';
import { synthesizer } from '@/lib/server/speech/tts';
import { streamWav } from '@/lib/server/speech/stream-wav';
import { speechTimeoutMs } from '@/lib/contracts/limits';

export const dynamic = 'force-dynamic';

/** For Vercel. */
export const maxDuration = 300;

/** The same text gives the same sound: the browser that asked may keep it. */
const headers = { 'content-type': 'audio/wav', 'cache-control': 'private, max-age=3600' };

function asked(request: Request) {
  return speechQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
}

export const GET = handler(async (request: Request) => {
  const { text, language } = asked(request);
  requireSameOrigin(request.headers);
  await limit('speech', limitedAddress(request.headers));
  const voice = await demoVoice(text);
  const gone = new AbortController();
  const signal = AbortSignal.any([request.signal, gone.signal]);
  const samples = voice.synthesize(text, { language, signal });
  return new Response(await streamWav(samples, { gone, timeoutMs: speechTimeoutMs }), { headers });
});

export const HEAD = handler(async (request: Request) => {
  asked(request);
  synthesizer();
  return new Response(null, { headers });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET', 'HEAD');
