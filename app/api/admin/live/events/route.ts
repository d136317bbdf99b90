import { isAdmin, requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { eventResponse } from '@/lib/server/leads/changes';

export const dynamic = 'force-dynamic';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return eventResponse('calls', request.signal, () => isAdmin(request.headers));
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
