import { expect, test } from 'vitest';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import { fourTopics } from '../testing/plan.ts';
import { Memory } from './memory.ts';
import { ScriptWording } from './script-wording.ts';
import type { Cue } from './wording.ts';

test('a remark after the goodbye does not replace the last answer', async () => {
  const events: CallEvent[] = [];
  const memory = new Memory(fourTopics, 'en', (event) => events.push(event));
  const script = new ScriptWording(memory);
  const say = async (cue: Cue) => {
    const { lead, rest, heard } = script.say(cue);
    const text = [...lead, ...(await Array.fromAsync(rest))].join(' ');
    heard(text, true);
    return text;
  };
  const reply = (text: string) => say({ type: 'reply', text, isUnrecognized: false, continues: false });

  await say({ type: 'notice' });
  await say({ type: 'open' });
  for (const answer of ['I am Aziz.', 'I am a doctor.', 'I want more patients.', 'Send SMS reminders.'])
    await reply(answer);
  expect(memory.hasSaidGoodbye).toBe(true);
  expect(await reply('That was quick, well done.')).not.toContain('?');
  expect([...memory.answers.values()].at(-1)).toBe('Send SMS reminders.');
  expect(events).toHaveLength(4);
});

test('a greeting over the notice is answered with the owner’s greeting and the first question', async () => {
  const plan = { ...fourTopics, greeting: { en: 'Welcome to the bakery.' } };
  const script = new ScriptWording(new Memory(plan, 'en'));
  const { lead, rest } = script.say({
    type: 'reply',
    text: 'Hello?',
    isUnrecognized: false,
    continues: false,
  });
  const sentences = [...lead, ...(await Array.fromAsync(rest))];
  expect(sentences).toEqual(['Welcome to the bakery.', script.text('agent_ask_name')]);
});
