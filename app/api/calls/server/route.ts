import type { z } from '@/lib/contracts/schema';
import type { callServer } from '@/lib/contracts/token';
import { liveKit, webSocketUrl } from '@/lib/server/platform/livekit';
import { handler, otherMethods } from '@/lib/server/http/handler';

export const GET = handler(async () => {
  const answer: z.infer<typeof callServer> = { serverUrl: webSocketUrl(liveKit().url) };
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
