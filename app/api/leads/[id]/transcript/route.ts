import { defineRoutes } from '@/lib/server/http/define-routes';
import { speakerNames } from '@/lib/server/leads/dialogue';
import { readLeadDetail } from '@/lib/server/leads/repository';
import { formatTranscript, transcriptTypes } from '@/lib/transcript-formats';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/{id}/transcript', {
  GET: async ({ params, query: { format } }) => {
    const lead = await readLeadDetail(params.id);
    return new Response(formatTranscript(lead.turns, format, speakerNames), {
      headers: {
        'content-type': transcriptTypes[format],
        'content-disposition': `attachment; filename="${lead.phoneNumber}-conversation.${format}"`,
        'cache-control': 'no-store',
      },
    });
  },
});
