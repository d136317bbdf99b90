import { newAttempt } from '@/lib/contracts/leads';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { addAttempt } from '@/lib/server/leads/changes';
import { leadIdOf } from '@/lib/server/leads/repository';

export const POST = handler(
  async (request: Request, { params }: RouteContext<'/api/leads/[id]/attempts'>) => {
    await requireAdmin(request);
    const attempt = newAttempt.parse(await readJson(request));
    await addAttempt(await leadIdOf(params), attempt);
    return new Response(null, { status: 204 });
  },
);

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
