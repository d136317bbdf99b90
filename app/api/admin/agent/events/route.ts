import { isAdmin, requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { liveUpdatesResponse } from '@/lib/server/http/live-updates';

export const dynamic = 'force-dynamic';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return liveUpdatesResponse('plans', request.signal, () => isAdmin(request.headers));
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
