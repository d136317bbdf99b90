import { describe, expect, test } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { holdCall, quick } from './hold-call.ts';
import { answered } from './scenarios/answered.ts';
import { claims } from './scenarios/claims.ts';
import { contradictionsIn } from './scenarios/contradictions.ts';
import { endings } from './scenarios/endings.ts';
import { numbers } from './scenarios/numbers.ts';
import { standIn } from './scenarios/stand-in.ts';

describe('a visitor who leads the agent into a contradiction fails', () => {
  test.concurrent.for(
    [...claims, ...answered, ...endings, ...numbers, ...standIn].map((each) => [each.name, each] as const),
  )('%s', async ([, scenario], context) => {
    const { language, plan, model, visitor, farewellMs = quick.farewellMs, isOpen } = scenario;
    const reads = () => ({ text: JSON.stringify(scenario.reads ?? { answers: [] }) });
    const call = await holdCall(context, { language, plan, model, reads, waits: { ...quick, farewellMs } });
    await call.untilHeard(messagesOf[language].agent_ask_name);
    await visitor(call);
    if (isOpen !== true) await call.ends();
    expect(contradictionsIn(call, scenario), JSON.stringify(call.heard())).toEqual([]);
  });
});
