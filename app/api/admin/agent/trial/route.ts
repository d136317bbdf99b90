import { trialRequest } from '@/lib/contracts/agent-plan';
import { createRoomName } from '@/lib/contracts/room';
import { openTrial } from '@/lib/server/calls/trial';
import { addressHash } from '@/lib/server/http/address';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { trialVersion } from '@/lib/server/office/agent-plan';

/** A trial call with the draft: no lead, no cooldown. */
export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const { revision, language } = trialRequest.parse(await readJson(request));
  const browser = browserOf(request.headers);
  const answer = await openTrial({
    room: createRoomName(),
    language,
    planVersion: await trialVersion(revision),
    browserHash: browser.hash,
    addressHash: addressHash(request.headers),
  });
  return Response.json(answer, {
    headers: { 'set-cookie': browser.setCookie, 'cache-control': 'no-store' },
  });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
