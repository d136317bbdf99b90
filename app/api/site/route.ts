import type { InterviewPlan } from '@/lib/contracts/interview';
import { agentUnderstands, isBudgetSpent } from '@/lib/server/calls/engine';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { publishedPlan } from '@/lib/server/plan/plan-versions';
import { env } from '@/lib/server/platform/env';
import { demoVoiceName, isRecognitionOpen } from '@/lib/server/speech/demos';
import { sampleLanguages } from '@/lib/server/speech/sample';

export const dynamic = 'force-dynamic';

/** The script asks every topic. A language model may skip the optional ones. */
function questionCountOf({ topics }: InterviewPlan, understands: boolean): number {
  const required = topics.filter((topic) => topic.required).length;
  return (understands && required) || topics.length;
}

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/site', {
  GET: async () => {
    const settings = env();
    // The pages need the other facts even without the database.
    const [plan, isSpent, recognition, voice] = await Promise.all([
      publishedPlan().catch(() => undefined),
      isBudgetSpent().catch(() => false),
      isRecognitionOpen(),
      demoVoiceName(),
    ]);
    const understands = agentUnderstands(settings) && !isSpent;
    return {
      recognition,
      agentUnderstands: understands,
      questions: plan && questionCountOf(plan, understands),
      languages: plan?.languages,
      voice,
      samples: sampleLanguages(),
      chat: settings.SUPPORT_CHAT_URL !== undefined,
      partners: settings.PARTNERS,
      offer: settings.OFFER,
      callBack: settings.CALL_BACK,
      contact: settings.CONTACT,
    };
  },
});
