import { planRequest } from '@/lib/contracts/agent-plan';
import { planOfVersion } from '@/lib/server/plan/plan-versions';
import { readSigned } from '@/lib/server/calls/signing';
import { parseJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';

export const POST = handler(async (request: Request) => {
  const { version } = planRequest.parse(parseJson(await readSigned(request, 4096)));
  return Response.json({ plan: await planOfVersion(version) });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
