import { z } from 'zod';
import { requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { speakerNames } from '@/lib/server/leads/dialogue';
import { leadDetail, leadIdOf } from '@/lib/server/leads/repository';
import { formatTranscript, transcriptFormats, transcriptTypes } from '@/lib/transcript-formats';

const transcriptQuery = z.object({ format: z.enum(transcriptFormats).default('txt') });

export const GET = handler(
  async (request: Request, { params }: RouteContext<'/api/leads/[id]/transcript'>) => {
    await requireAdmin(request);
    const { format } = transcriptQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    const lead = await leadDetail(await leadIdOf(params));
    return new Response(formatTranscript(lead.turns, format, speakerNames), {
      headers: {
        'content-type': transcriptTypes[format],
        'content-disposition': `attachment; filename="${lead.phoneNumber}-conversation.${format}"`,
        'cache-control': 'no-store',
      },
    });
  },
);

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');
