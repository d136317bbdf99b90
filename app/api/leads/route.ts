import { after } from 'next/server';
import { leadQuery, leadSelection, leadsChange } from '@/lib/contracts/leads';
import { containerHeadBytes } from '@/lib/server/audio/container';
import { holdsRoomToken } from '@/lib/server/http/room-tokens';
import { limitedAddress } from '@/lib/server/http/address';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { withForm } from '@/lib/server/http/uploads';
import { drainSoon } from '@/lib/server/jobs/drain';
import { changeLeads } from '@/lib/server/leads/changes';
import { deleteLeads } from '@/lib/server/leads/delete-leads';
import {
  admitRecording,
  limitUpload,
  readRecording,
  saveRecording,
  traceBrowser,
} from '@/lib/server/leads/recordings';
import { listLeads } from '@/lib/server/leads/repository';
import { env } from '@/lib/server/platform/env';
import { joinTrace } from '@/lib/server/platform/telemetry';
import { storage } from '@/lib/server/platform/storage';

/** Jobs are done after the answer. */
export const maxDuration = 300;

const megabyte = 1024 * 1024;

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const query = leadQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return Response.json(await listLeads(query), { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  await limitUpload(request.headers);
  const rules = {
    fileField: 'audio',
    maxBytes: env().MAX_UPLOAD_MB * megabyte,
    headBytes: containerHeadBytes,
    folder: storage().spoolFolder,
    address: limitedAddress(request.headers),
  };
  const browser = browserOf(request.headers);
  const { receipt, created } = await withForm(request, rules, async (form) => {
    const recording = readRecording(form);
    await admitRecording(request.headers, recording);
    const holdsToken = await holdsRoomToken(request.headers, recording.room);
    joinTrace(recording.room, 'web.upload');
    const saved = await saveRecording(recording, browser.hash, holdsToken);
    traceBrowser(recording.room, form.fields.get('steps'));
    return saved;
  });
  after(drainSoon);
  const headers = { 'set-cookie': browser.setCookie, 'cache-control': 'no-store' };
  return Response.json(receipt, { status: created ? 201 : 200, headers });
});

export const PATCH = handler(async (request: Request) => {
  await requireAdmin(request);
  const { ids, change } = leadsChange.parse(await readJson(request));
  return Response.json({ changed: await changeLeads(ids, change) });
});

export const DELETE = handler(async (request: Request) => {
  await requireAdmin(request);
  const { ids } = leadSelection.parse(await readJson(request));
  const deleted = await deleteLeads(ids);
  after(drainSoon);
  return Response.json({ deleted });
});

export const { PUT } = otherMethods('GET', 'POST', 'PATCH', 'DELETE');
