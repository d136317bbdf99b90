import { after } from 'next/server';
import { AppError } from '@/lib/contracts/errors';
import { leadChange } from '@/lib/contracts/leads';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { drainSoon } from '@/lib/server/jobs/drain';
import { changeLead } from '@/lib/server/leads/changes';
import { deleteLeads } from '@/lib/server/leads/delete-leads';
import { leadDetail, leadIdOf } from '@/lib/server/leads/repository';

/** Jobs are done after the answer. */
export const maxDuration = 300;

type Context = RouteContext<'/api/leads/[id]'>;

export const GET = handler(async (request: Request, { params }: Context) => {
  await requireAdmin(request);
  const lead = await leadDetail(await leadIdOf(params));
  return Response.json(lead, { headers: { 'cache-control': 'no-store' } });
});

export const PATCH = handler(async (request: Request, { params }: Context) => {
  await requireAdmin(request);
  const change = leadChange.parse(await readJson(request));
  await changeLead(await leadIdOf(params), change);
  return new Response(null, { status: 204 });
});

export const DELETE = handler(async (request: Request, { params }: Context) => {
  await requireAdmin(request);
  const count = await deleteLeads([await leadIdOf(params)]);
  if (count === 0) throw new AppError('lead_not_found');
  after(drainSoon);
  return new Response(null, { status: 204 });
});

export const { POST, PUT } = otherMethods('GET', 'PATCH', 'DELETE');
