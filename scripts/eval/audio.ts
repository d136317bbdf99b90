import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import type { Env } from '../../lib/server/platform/env.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { personaOf } from '../../agent/simulator/personas.ts';
import { labelOf } from '../../agent/simulator/report.ts';
import { answerCheck } from '../../agent/simulator/verdict.ts';
import { scriptedVisitor } from '../../agent/simulator/visitors.ts';
import { evaluatedPhone } from '../../agent/simulator/evaluate.ts';
import { playRole } from '../../agent/testing/evaluation-roles.ts';
import { type TestCall, openTestCall } from '../../agent/testing/test-call.ts';
import { waitUntil } from '../start/wait-until.ts';

const rateHz = 16_000;
const answerLimitMs = 60_000;
const maxLines = 20;

interface SpokenConversation {
  passed: boolean;
  lines: { speaker: 'agent' | 'visitor'; text: string }[];
  failed: string[];
}

/**
 * Holds one conversation through microphone, recogniser, model and voice, with a visitor whose words this machine speaks.
 * @param settings the vendors; undefined for those on loopback
 */
export async function converseAloud(
  plan: InterviewPlan,
  settings: Env | undefined,
): Promise<SpokenConversation> {
  const [language = 'uz'] = plan.languages;
  const persona = personaOf('cooperative', plan, language);
  if (persona === undefined) throw new Error('The plan asks for nothing.');
  const { facts } = persona.expected;
  const visitor = scriptedVisitor(persona);
  const call = await openTestCall({
    model: ({ request }) => playRole(request),
    extract: playRole,
    plan,
    language,
    settings,
  });
  try {
    await waitUntil(() => call.endReason() !== undefined || call.heard().length > 1, answerLimitMs);
    for (let line = 0; line < maxLines && call.endReason() === undefined; line++) {
      const lines = call.turns.map(({ speaker, text = '' }) => ({ speaker, text }));
      const text = await visitor({ lines, askedTopic: undefined, phone: evaluatedPhone });
      if (text === undefined) break;
      const speech = localSynthesizer().synthesize(text, { language, sampleRateHz: rateHz });
      const samples = joinSamples(await Array.fromAsync(speech));
      const turnsBefore = call.turns.length;
      await call.speak(samples, text);
      await untilAgentAnswered(call, turnsBefore);
    }
    await waitUntil(() => call.endReason() !== undefined, answerLimitMs);
  } finally {
    await call.close();
  }
  const answers = call.savedAnswers();
  const checks = facts.map((fact) => answerCheck(fact, answers[fact.topic] ?? ''));
  const failed = checks.flatMap((check) => (check.passed ? [] : `${labelOf(check)} (${check.why})`));
  if (call.endReason() !== 'agent_closed') failed.push(`ended (${call.endReason() ?? 'not ended'})`);
  const lines = call.turns.map(({ speaker, text = '' }) => ({ speaker, text }));
  return { passed: failed.length === 0, lines, failed };
}

/** Waits until the visitor and then the agent have had a turn after this many turns, or the call has ended. */
function untilAgentAnswered({ turns, endReason }: TestCall, turnsBefore: number): Promise<boolean> {
  const isAnswered = () => {
    const visitorAt = turns.findLastIndex(({ speaker }) => speaker === 'visitor');
    const laterTurns = turns.slice(visitorAt);
    return visitorAt >= turnsBefore && laterTurns.some(({ speaker, text }) => speaker === 'agent' && text);
  };
  return waitUntil(() => endReason() !== undefined || isAnswered(), answerLimitMs);
}
