import { draftChange, draftRevision, publication } from '@/lib/contracts/agent-plan';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { discardDraft, publishDraft, readAgentPage, saveDraft } from '@/lib/server/office/agent-plan';

/** A draft's text may be longer than what can be published, and a letter has up to four bytes. */
const maxDraftBytes = 2 * 1024 * 1024;

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return Response.json(await readAgentPage(), { headers: { 'cache-control': 'no-store' } });
});

export const PATCH = handler(async (request: Request) => {
  await requireAdmin(request);
  const { revision, plan } = draftChange.parse(await readJson(request, maxDraftBytes));
  return Response.json({ revision: await saveDraft(revision, plan) });
});

export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const { revision, ...said } = publication.parse(await readJson(request));
  return Response.json(await publishDraft(revision, said), { status: 201 });
});

export const DELETE = handler(async (request: Request) => {
  await requireAdmin(request);
  const { revision } = draftRevision.parse(await readJson(request));
  return Response.json({ revision: await discardDraft(revision) });
});

export const { PUT } = otherMethods('GET', 'PATCH', 'POST', 'DELETE');
