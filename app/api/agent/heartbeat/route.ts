import { recordWorkerLoad } from '@/lib/server/calls/capacity';
import { isMoneySpent } from '@/lib/server/calls/engine';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { claimComparison } from '@/lib/server/office/comparison';
import { voiceRevision } from '@/lib/server/plan/owner-voice';
import { publishedVersion } from '@/lib/server/plan/plan-versions';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/agent/heartbeat', {
  POST: async ({ body }) => {
    await recordWorkerLoad(body);
    const [planVersion = null, voice = null, isSpent] = await Promise.all([
      publishedVersion(),
      voiceRevision(),
      isMoneySpent(),
    ]);
    // Last: a comparison that is claimed for an answer that fails is lost.
    const comparison = body.maxJobs > 0 ? await claimComparison(body.workerId) : undefined;
    return { planVersion, voice, isMoneySpent: isSpent, comparison };
  },
});
