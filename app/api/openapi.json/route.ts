import { api } from '@/lib/contracts/api';
import { openApi } from '@/lib/contracts/openapi';
import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-static';

export function GET() {
  return Response.json(openApi(api));
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
