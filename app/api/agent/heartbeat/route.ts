import { heartbeat, type heartbeatAnswer } from '@/lib/contracts/call-events';
import type { z } from '@/lib/contracts/schema';
import { isMoneySpent } from '@/lib/server/calls/engine';
import { publishedVersion } from '@/lib/server/plan/plan-versions';
import { parseJson } from '@/lib/server/http/body';
import { readSigned } from '@/lib/server/calls/signing';
import { db } from '@/lib/server/platform/db';
import { handler, otherMethods } from '@/lib/server/http/handler';

export const POST = handler(async (request: Request) => {
  const { workerId: id, ...load } = heartbeat.parse(parseJson(await readSigned(request, 4096)));
  const seen = { ...load, seenAt: new Date() };
  await db().agentWorker.upsert({ where: { id }, create: { id, ...seen }, update: seen });
  const [planVersion = null, spent] = await Promise.all([publishedVersion(), isMoneySpent()]);
  const answer: z.infer<typeof heartbeatAnswer> = { planVersion, isMoneySpent: spent };
  return Response.json(answer);
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
