import { heartbeat, type heartbeatAnswer } from '@/lib/contracts/call-events';
import type { z } from '@/lib/contracts/schema';
import { noteWorker } from '@/lib/server/calls/capacity';
import { isMoneySpent } from '@/lib/server/calls/engine';
import { publishedVersion } from '@/lib/server/plan/plan-versions';
import { parseJson } from '@/lib/server/http/body';
import { readSigned } from '@/lib/server/calls/signing';
import { handler, otherMethods } from '@/lib/server/http/handler';

export const POST = handler(async (request: Request) => {
  await noteWorker(heartbeat.parse(parseJson(await readSigned(request, 4096))));
  const [planVersion = null, spent] = await Promise.all([publishedVersion(), isMoneySpent()]);
  const answer: z.infer<typeof heartbeatAnswer> = { planVersion, isMoneySpent: spent };
  return Response.json(answer);
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
