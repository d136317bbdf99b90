import { after } from 'next/server';
import { directUpload } from '@/lib/contracts/recording';
import { AppError } from '@/lib/contracts/errors';
import { parseJson, readBytes } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { drainSoon } from '@/lib/server/jobs/drain';
import { completeUpload, confirmUpload, grantUpload } from '@/lib/server/leads/direct-upload';
import { limitUpload } from '@/lib/server/leads/recordings';
import { storage } from '@/lib/server/platform/storage';

/** Jobs are done after the answer. */
export const maxDuration = 300;

/** Recordings that go from the browser straight into the store: the way in, and the word that one has arrived. */
export const POST = handler(async (request: Request) => {
  const { direct } = storage();
  if (direct === undefined) throw new AppError('not_found');
  const sent = parseJson(await readBytes(request, 16_384));
  const body = directUpload.parse(sent);
  if (body.type === 'blob.upload-completed') {
    const answer = await completeUpload(direct, request, sent);
    after(drainSoon);
    return Response.json(answer);
  }
  requireSameOrigin(request.headers);
  const browser = browserOf(request.headers);
  const headers = { 'set-cookie': browser.setCookie, 'cache-control': 'no-store' };
  if (body.type === 'blob.generate-client-token') {
    await limitUpload(request.headers);
    return Response.json(await grantUpload(direct, request, body, browser.hash), { headers });
  }
  const { receipt, created } = await confirmUpload(direct, body.payload.receipt);
  after(drainSoon);
  return Response.json(receipt, { status: created ? 201 : 200, headers });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
