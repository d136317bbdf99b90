import { after } from 'next/server';
import { containerHeadBytes } from '@/lib/server/audio/container';
import { requireAdmin } from '@/lib/server/auth';
import { browserOf } from '@/lib/server/browser';
import { env } from '@/lib/server/env';
import { handler, otherMethods } from '@/lib/server/http';
import { drainSoon } from '@/lib/server/jobs/drain';
import { listLeads } from '@/lib/server/leads/list';
import { readRecording } from '@/lib/server/leads/recording';
import { saveRecording } from '@/lib/server/leads/save-recording';
import { limitUpload } from '@/lib/server/leads/upload-limit';
import { requireSameOrigin } from '@/lib/server/same-origin';
import { storage } from '@/lib/server/storage';
import { withForm } from '@/lib/server/uploads/form';

const megabyte = 1024 * 1024;

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return Response.json({ leads: await listLeads() }, { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  await limitUpload(request.headers);
  const rules = {
    fileField: 'audio',
    maxBytes: env().MAX_UPLOAD_MB * megabyte,
    headBytes: containerHeadBytes,
    folder: storage().spoolFolder,
  };
  const browser = browserOf(request.headers);
  const { receipt, created } = await withForm(request, rules, (form) =>
    saveRecording(readRecording(form), browser.hash),
  );
  after(drainSoon);
  const headers = { 'set-cookie': browser.setCookie, 'cache-control': 'no-store' };
  return Response.json(receipt, { status: created ? 201 : 200, headers });
});

export const { PUT, PATCH, DELETE } = otherMethods('GET', 'POST');
