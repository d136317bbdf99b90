import type { InterviewPlan } from '@/lib/contracts/interview';
import { fallbackLanguage } from '@/lib/i18n/language';
import { agentUnderstands, isBudgetSpent } from '@/lib/server/calls/engine';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { publishedPlan } from '@/lib/server/plan/plan-versions';
import { scriptOf } from '@/lib/server/plan/script';
import { env } from '@/lib/server/platform/env';
import { demoVoiceName, isRecognitionOpen } from '@/lib/server/speech/demos';
import { sampleLanguages } from '@/lib/server/speech/sample';

export const dynamic = 'force-dynamic';

/** The script asks every topic that has words. A language model may skip the optional ones. */
function questionCountOf(plan: InterviewPlan, understands: boolean): number {
  // The script has the same topics in every language.
  if (!understands) return scriptOf(plan, fallbackLanguage).topics.length;
  return plan.topics.filter((topic) => topic.required).length || plan.topics.length;
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
      // None is promised if the script has no words for the plan's topics.
      questions: plan && (questionCountOf(plan, understands) || undefined),
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
