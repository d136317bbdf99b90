import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { type TestCall, type ModelTurn, startTestCall } from './test-call.ts';

const words = messagesOf.en;
const pauseMs = 800;
const defaultReply = 'Thank you, I have noted that for my colleague. What else?';
const shopReply = 'A shop, I see.';

const model = ({ said = '' }: ModelTurn) => {
  if (said === 'The number') return { text: 'What is your phone number?' };
  return { text: said.includes('shop') ? shopReply : defaultReply };
};
const visitorTurns = ({ turns }: TestCall) =>
  turns.flatMap(({ speaker, text }) => (speaker === 'visitor' ? [text] : []));

describe('a visitor who pauses 0.8 s', () => {
  it.concurrent.for([
    ['en', ['My name is', 'Dilnoza']],
    ['en', ['I sell', 'carpets']],
    ['en', ['I want to sell bread, milk and', 'eggs']],
    ['ru', ['Меня зовут', 'Дильноза']],
    ['ru', ['Я хочу', 'больше клиентов']],
    ['uz', ['Mening ismim', 'Dilnoza']],
    ['uz', ['Men gilam', 'sotaman']],
  ] as const)('after a begun phrase is not talked over (%s): %s', async ([language, parts], test) => {
    const call = await startTestCall(test, { model, language });
    await call.untilHeard(messagesOf[language].agent_ask_name);
    await call.sayWithPauses(parts, pauseMs);
    await call.untilHeard(defaultReply);
    expect(visitorTurns(call)).toEqual([parts.join(' ')]);
    expect(call.heard()).toHaveLength(3);
  });

  it.concurrent('within a dictated number is not talked over', async (test) => {
    const call = await startTestCall(test, { model });
    await call.untilHeard(words.agent_ask_name);
    call.type('The number');
    await call.untilHeard('phone number');
    await call.sayWithPauses(['90', '981', '62', '97'], pauseMs);
    await call.untilHeard(defaultReply);
    expect(visitorTurns(call)).toEqual(['The number', '90 981 62 97']);
  });

  it('after words that look complete is talked over at most once, and both parts are answered', async (test) => {
    const call = await startTestCall(test, { model });
    call.vendor.settings.voiceMsPerLetter = 25;
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(defaultReply);
    await call.sayWithPauses(['I sell carpets.', 'They are made by hand.'], pauseMs);
    await call.untilHeard(defaultReply, 2);
    const cut = call.heard().filter((text) => defaultReply.startsWith(text) && text !== defaultReply);
    expect(cut.length).toBeLessThanOrEqual(1);
    const lastRequest = JSON.stringify(call.requests.at(-1)?.request.messages);
    expect(lastRequest).toContain('I sell carpets.');
    expect(lastRequest).toContain('They are made by hand.');

    await call.sayWithPauses(['I have a shop.', 'It is in the old town.'], pauseMs);
    await call.untilHeard(shopReply);
    const said = () => visitorTurns(call).slice(1);
    await expect
      .poll(() => said().join(' '))
      .toBe('I sell carpets. They are made by hand. I have a shop. It is in the old town.');
    // Talked over at most once: the second pair is one turn. On a slow machine the first may be one, too.
    expect(said().length).toBeLessThanOrEqual(3);
  });
});
