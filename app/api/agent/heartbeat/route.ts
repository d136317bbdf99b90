import { heartbeat, type heartbeatAnswer } from '@/lib/contracts/call-events';
import type { z } from '@/lib/contracts/schema';
import { noteWorker } from '@/lib/server/calls/capacity';
import { isMoneySpent } from '@/lib/server/calls/engine';
import { publishedVersion } from '@/lib/server/plan/plan-versions';
import { parseJson } from '@/lib/server/http/body';
import { readSigned } from '@/lib/server/calls/signing';
import { takeComparison } from '@/lib/server/office/comparison';
import { handler, otherMethods } from '@/lib/server/http/handler';

export const POST = handler(async (request: Request) => {
  const load = heartbeat.parse(parseJson(await readSigned(request, 4096)));
  await noteWorker(load);
  const [planVersion = null, spent, comparison] = await Promise.all([
    publishedVersion(),
    isMoneySpent(),
    load.maxJobs > 0 ? takeComparison(load.workerId) : undefined,
  ]);
  const answer: z.infer<typeof heartbeatAnswer> = { planVersion, isMoneySpent: spent, comparison };
  return Response.json(answer);
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
