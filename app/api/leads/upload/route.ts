import { after } from 'next/server';
import { AppError } from '@/lib/contracts/errors';
import { directUpload } from '@/lib/contracts/recording';
import { parseJson, readBytes } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { drainSoon } from '@/lib/server/jobs/drain';
import { confirmUpload, grantUpload, handleUploadReport } from '@/lib/server/leads/direct-upload';
import { limitUpload } from '@/lib/server/leads/recordings';
import { storage } from '@/lib/server/platform/storage';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/upload', {
  POST: async ({ request }) => {
    const { direct } = storage();
    if (direct === undefined) throw new AppError('not_found');
    const sentBody = parseJson(await readBytes(request, 16_384));
    const body = directUpload.parse(sentBody);
    if (body.type === 'blob.upload-completed') {
      const answer = await handleUploadReport(direct, request, sentBody);
      after(drainSoon);
      return Response.json(answer);
    }
    requireSameOrigin(request.headers);
    const browser = browserOf(request.headers);
    const headers = { 'set-cookie': browser.setCookie };
    if (body.type === 'blob.generate-client-token') {
      await limitUpload(request.headers);
      return reply(await grantUpload(direct, request, body, browser.hash), { headers });
    }
    const { leadReceipt, created } = await confirmUpload(direct, body.payload.receipt);
    after(drainSoon);
    return reply(leadReceipt, { status: created ? 201 : 200, headers });
  },
});
