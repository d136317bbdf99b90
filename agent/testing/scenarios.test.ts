import { describe, expect, test } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { startTestCall, shortWaits } from './test-call.ts';
import { unusualAnswers } from './scenarios/unusual-answers.ts';
import { claims } from './scenarios/claims.ts';
import { contradictionsIn } from './scenarios/contradictions.ts';
import { endings } from './scenarios/endings.ts';
import { numbers } from './scenarios/numbers.ts';
import { scriptFallback } from './scenarios/script-fallback.ts';

describe('the agent does not contradict itself in a call whose visitor', () => {
  test.concurrent.for(
    [...claims, ...unusualAnswers, ...endings, ...numbers, ...scriptFallback].map(
      (each) => [each.name, each] as const,
    ),
  )('%s', async ([, scenario], context) => {
    const { language, plan, model, visitor, farewellMs = shortWaits.farewellMs, staysOpen } = scenario;
    const extract = () => ({ text: JSON.stringify(scenario.extraction ?? { answers: [] }) });
    const call = await startTestCall(context, {
      language,
      plan,
      model,
      extract,
      waits: { ...shortWaits, farewellMs },
    });
    await call.untilHeard(messagesOf[language].agent_ask_name);
    await visitor(call);
    if (staysOpen !== true) await call.untilEnded();
    expect(contradictionsIn(call, scenario), JSON.stringify(call.heard())).toEqual([]);
  });
});
