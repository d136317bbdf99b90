import type { RecognitionState } from '@/lib/contracts/speech';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { recognizer } from '@/lib/server/speech/stt';

export const dynamic = 'force-dynamic';

export const GET = handler(async () => {
  const state: RecognitionState = { available: recognizer() !== null };
  return Response.json(state, { headers: { 'cache-control': 'no-store' } });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET', 'HEAD');
