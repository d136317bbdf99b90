import { requireAdmin } from '@/lib/server/auth';
import { handler, otherMethods } from '@/lib/server/http';
import { audioResponse } from '@/lib/server/leads/audio-response';
import { leadIdOf } from '@/lib/server/leads/lead-id';

export const GET = handler(async (request: Request, { params }: RouteContext<'/api/leads/[id]/audio'>) => {
  await requireAdmin(request);
  return audioResponse(request, await leadIdOf(params));
});

export const HEAD = GET;

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET', 'HEAD');
