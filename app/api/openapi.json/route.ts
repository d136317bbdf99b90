import { endpoints } from '@/lib/contracts/endpoints';
import { openApi } from '@/lib/contracts/openapi';
import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-static';

export function GET() {
  return Response.json(openApi(endpoints));
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
