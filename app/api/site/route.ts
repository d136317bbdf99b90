import type { InterviewPlan } from '@/lib/contracts/interview';
import type { SiteFacts } from '@/lib/contracts/site';
import { agentUnderstands, isBudgetSpent } from '@/lib/server/calls/engine';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { publishedPlan } from '@/lib/server/plan/plan-versions';
import { type Env, env } from '@/lib/server/platform/env';
import { recognizer } from '@/lib/server/speech/stt';
import { synthesizer } from '@/lib/server/speech/tts';

export const dynamic = 'force-dynamic';

/** An upstream server is asked for the voice muxlisa. */
function voiceName({ TTS_MODEL, TTS_MODEL_DIR }: Env): string {
  const { name } = synthesizer();
  if (name === 'openai') return TTS_MODEL ?? 'OpenAI';
  if (name === 'local') return TTS_MODEL_DIR ? 'sherpa-onnx' : 'eSpeak NG';
  return 'muxlisa';
}

/** The script asks all of them, a language model the optional ones only where it comes to that. */
function questionsOf({ topics }: InterviewPlan, understands: boolean): number {
  const required = topics.filter((topic) => topic.required).length;
  return (understands && required) || topics.length;
}

export const GET = handler(async () => {
  const settings = env();
  // The pages need their other facts without the database, too.
  const [plan, spent] = await Promise.all([
    publishedPlan().catch(() => undefined),
    isBudgetSpent().catch(() => false),
  ]);
  const understands = agentUnderstands(settings) && !spent;
  const facts: SiteFacts = {
    recognition: recognizer() !== null,
    agentUnderstands: understands,
    questions: plan && questionsOf(plan, understands),
    languages: plan?.languages,
    voice: voiceName(settings),
    chat: settings.SUPPORT_CHAT_URL !== undefined,
  };
  return Response.json(facts, { headers: { 'cache-control': 'no-store' } });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET', 'HEAD');
