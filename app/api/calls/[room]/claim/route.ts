import { callClaim } from '@/lib/contracts/call-events';
import { AppError } from '@/lib/contracts/errors';
import { claimCall } from '@/lib/server/calls/claim';
import { readSigned } from '@/lib/server/calls/signing';
import { parseJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { joinTrace } from '@/lib/server/platform/telemetry';

export const POST = handler(async (request: Request, { params }: RouteContext<'/api/calls/[room]/claim'>) => {
  const claim = callClaim.parse(parseJson(await readSigned(request, 4096)));
  if (claim.room !== (await params).room)
    throw new AppError('invalid_field', { detail: 'room: not the one in the URL' });
  joinTrace(claim.room, 'web.claim');
  await claimCall(claim);
  return new Response(null, { status: 204 });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
