import { requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { audioResponse } from '@/lib/server/leads/audio-response';
import { leadIdOf } from '@/lib/server/leads/repository';

export const GET = handler(async (request: Request, { params }: RouteContext<'/api/leads/[id]/audio'>) => {
  await requireAdmin(request);
  return audioResponse(request, await leadIdOf(params));
});

export const HEAD = GET;

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET', 'HEAD');
