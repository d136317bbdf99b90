import { after } from 'next/server';
import { AppError } from '@/lib/errors';
import { requireAdmin } from '@/lib/server/auth';
import { handler, otherMethods } from '@/lib/server/http';
import { drainSoon } from '@/lib/server/jobs/drain';
import { deleteLeads } from '@/lib/server/leads/delete-leads';
import { leadIdOf } from '@/lib/server/leads/lead-id';

export const DELETE = handler(async (request: Request, { params }: RouteContext<'/api/leads/[id]'>) => {
  await requireAdmin(request);
  const count = await deleteLeads([await leadIdOf(params)]);
  if (count === 0) throw new AppError('lead_not_found');
  after(drainSoon);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, PATCH } = otherMethods('DELETE');
