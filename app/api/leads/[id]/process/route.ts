import { after } from 'next/server';
import type { LeadReceipt } from '@/lib/contracts/recording';
import { requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { drainSoon } from '@/lib/server/jobs/drain';
import { leadIdOf } from '@/lib/server/leads/repository';
import { reprocessLead } from '@/lib/server/leads/process-lead';

/** Jobs are done after the answer. */
export const maxDuration = 300;

export const POST = handler(async (request: Request, { params }: RouteContext<'/api/leads/[id]/process'>) => {
  await requireAdmin(request);
  const id = await leadIdOf(params);
  await reprocessLead(id);
  after(drainSoon);
  const receipt: LeadReceipt = { _id: id, processingStatus: 'pending' };
  return Response.json(receipt, { status: 202 });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
