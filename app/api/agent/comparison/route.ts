import { type comparisonAnswer, comparisonReport } from '@/lib/contracts/evaluation';
import type { z } from '@/lib/contracts/schema';
import { readSigned } from '@/lib/server/calls/signing';
import { parseJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { saveComparison } from '@/lib/server/office/comparison';

const maxBytes = 256 * 1024;

export const POST = handler(async (request: Request) => {
  const { id, progress } = comparisonReport.parse(parseJson(await readSigned(request, maxBytes)));
  const answer: z.infer<typeof comparisonAnswer> = { goesOn: await saveComparison(id, progress) };
  return Response.json(answer);
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
