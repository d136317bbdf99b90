import { after } from 'next/server';
import { createRoomName } from '@/lib/contracts/room';
import { openTrial } from '@/lib/server/calls/trial';
import { addressHash } from '@/lib/server/http/address';
import { browserOf } from '@/lib/server/http/cookies';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { saveTrialVersion } from '@/lib/server/office/agent-plan';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent/trial', {
  POST: async ({ request: { headers }, body: { revision, language } }) => {
    const browser = browserOf(headers);
    const call = {
      room: createRoomName(),
      language,
      planVersion: await saveTrialVersion(revision),
      browserHash: browser.hash,
      addressHash: addressHash(headers),
    };
    const answer = await openTrial(call, after);
    return reply(answer, { headers: { 'set-cookie': browser.setCookie } });
  },
});
