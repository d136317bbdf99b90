import { heartbeat, type heartbeatAnswer } from '@/lib/contracts/call-events';
import type { z } from '@/lib/contracts/schema';
import { publishedVersion } from '@/lib/server/plan/plan-versions';
import { parseJson } from '@/lib/server/http/body';
import { readSigned } from '@/lib/server/calls/signing';
import { db } from '@/lib/server/platform/db';
import { handler, otherMethods } from '@/lib/server/http/handler';

export const POST = handler(async (request: Request) => {
  const { workerId: id, ...load } = heartbeat.parse(parseJson(await readSigned(request, 4096)));
  const seen = { ...load, seenAt: new Date() };
  await db().agentWorker.upsert({ where: { id }, create: { id, ...seen }, update: seen });
  const answer: z.infer<typeof heartbeatAnswer> = { planVersion: (await publishedVersion()) ?? null };
  return Response.json(answer);
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
