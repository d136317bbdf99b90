import { initializeLogger, voice } from '@livekit/agents';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import { Notes } from '../interview/notes.ts';
import { type LoopbackSettings, LoopbackVendor } from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { Interviewer } from './interviewer.ts';
import { FallbackModel } from './language-model.ts';
import { unheard } from './stt-node.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

/** A conversation in text, without a room. */
async function talk(
  settings: Partial<LoopbackSettings>,
  models = ['m'],
  { withinBudget, slowAfterMs = 200 }: { withinBudget?: () => boolean; slowAfterMs?: number } = {},
) {
  const vendor = await new LoopbackVendor({ firstTokenMs: 1, tokensPerS: 2_000, ...settings }).start();
  const found: CallEvent[] = [];
  const notes = new Notes(fourTopics, (event) => found.push(event));
  let ended: string | undefined;
  const agent = new Interviewer({
    notes,
    language: 'en',
    onEnd: (reason) => (ended = reason),
    withinBudget,
    slowAfterMs,
  });
  const llm = new FallbackModel(
    models.map((model) => ({ model, baseUrl: vendor.url })),
    { firstTokenMs: 600, stallMs: 300 },
  );
  const session = new voice.AgentSession({ llm, vad: null, turnHandling: { turnDetection: null } });
  const said: string[] = [];
  session.on(voice.AgentSessionEventTypes.ConversationItemAdded, ({ item }) => {
    if (item.type !== 'message' || item.role !== 'assistant') return;
    said.push(item.textContent ?? '');
    agent.heard(item.textContent ?? '');
  });
  await session.start({ agent, record: false });
  onTestFinished(async () => {
    await session.close();
    await vendor.close();
  });
  const tell = async (userInput: string) => {
    await session.run({ userInput }).wait();
    return said.at(-1);
  };
  return { tell, agent, notes, found, vendor, session, ended: () => ended };
}

describe('a model that has no words', () => {
  it.each(['m:500', 'm:429', 'm:empty', 'm:garbage', 'm:hang'])(
    '%s: the script holds the interview to its end',
    async (model) => {
      const { tell, notes, found, ended } = await talk({}, [model]);
      expect(await tell('My name is Aziz')).toContain(words.agent_ask_profession);
      expect(await tell('I am a doctor')).toContain(words.agent_ask_goal);
      expect(await tell('More patients')).toContain(words.agent_ask_needs);
      expect(await tell('Somebody on the phone')).toContain(words.agent_goodbye);
      expect(Object.fromEntries(notes.answers)).toEqual({
        name: 'My name is Aziz',
        profession: 'I am a doctor',
        goal: 'More patients',
        needs: 'Somebody on the phone',
      });
      expect(found).toHaveLength(4);
      expect(ended()).toBe('finished');
    },
  );

  it('goes on where the conversation was, and does not ask again what is known', async () => {
    const settings: Partial<LoopbackSettings> = {
      reply: ({ messages }) =>
        messages.at(-1)?.role === 'user'
          ? {
              text: 'Nice to meet you, Aziz. And what is your goal?',
              calls: [
                {
                  name: 'save_answer',
                  args: {
                    answers: [
                      { topic: 'name', value: 'Aziz' },
                      { topic: 'profession', value: 'doctor' },
                    ],
                  },
                },
              ],
            }
          : { text: 'And your goal?' },
      faults: {},
    };
    const { tell, notes, vendor } = await talk(settings);
    expect(await tell('I am Aziz, a doctor')).toContain('Nice to meet you');
    vendor.settings.faults.model = 500;
    expect(await tell('I want more patients')).toContain(words.agent_ask_needs);
    expect(Object.fromEntries(notes.answers)).toEqual({
      name: 'Aziz',
      profession: 'doctor',
      goal: 'I want more patients',
    });
  });

  it('a question of the visitor is not taken for an answer', async () => {
    const { tell, notes } = await talk({}, ['m:500']);
    expect(await tell('How much does it cost?')).toContain(words.agent_ask_name);
    expect(notes.answers.size).toBe(0);
  });
});

describe('what is known already', () => {
  it('stands in the instructions of the next request, corrections too', async () => {
    const systems: string[] = [];
    const answers = ['Aziz', 'Aziza'];
    const { tell } = await talk({
      reply: ({ messages }) => {
        systems.push(JSON.stringify(messages.find(({ role }) => role === 'system')?.content));
        const value = answers.shift();
        return {
          text: 'Thank you.',
          calls:
            value === undefined
              ? []
              : [{ name: 'save_answer', args: { answers: [{ topic: 'name', value }] } }],
        };
      },
    });
    await tell('I am Aziz');
    await tell('No, Aziza');
    await tell('Yes');
    const known = systems.map((system) => /- name: \\"(\w+)\\"/.exec(system)?.[1]);
    expect(known).toEqual([undefined, 'Aziz', 'Aziza']);
    // All before it is the same, so that a vendor can keep it.
    expect(
      new Set(systems.map((system) => system.split('Nothing is known')[0]?.split('Known already')[0])).size,
    ).toBe(1);
  });
});

describe('a model whose budget for the call is spent', () => {
  it('is not asked any more: the script goes on where the conversation was', async () => {
    let left = 1;
    const { tell, notes, vendor, ended } = await talk(
      {
        reply: () => ({
          text: 'Nice to meet you, Aziz.',
          calls: [{ name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } }],
        }),
      },
      ['m'],
      { withinBudget: () => left-- > 0, slowAfterMs: 5_000 },
    );
    expect(await tell('I am Aziz')).toBe('Nice to meet you, Aziz.');
    expect(await tell('What do you need?')).toBe(words.agent_ask_profession);
    expect(await tell('A doctor')).toContain(words.agent_ask_goal);
    await tell('More patients');
    expect(await tell('Somebody on the phone')).toContain(words.agent_goodbye);
    expect(ended()).toBe('finished');
    expect(notes.answers.get('profession')).toBe('A doctor');
    expect(vendor.asked.filter(({ kind }) => kind === 'model')).toHaveLength(1);
  });
});

describe('a model that is slow', () => {
  it('is bridged by a sign of life, which it never sees itself', async () => {
    const { tell, vendor } = await talk({ firstTokenMs: 350, reply: () => ({ text: 'I see.' }) });
    expect(await tell('My name is Aziz')).toBe(`${words.agent_moment} I see.`);
    let seen = '';
    vendor.settings.reply = ({ messages }) => {
      seen = JSON.stringify(messages);
      return { text: 'Good.' };
    };
    await tell('I am a doctor');
    expect(seen).toContain('I see.');
    expect(seen).not.toContain(words.agent_moment);
  });
});

describe('a reply that is no whole one', () => {
  it('cut in its middle is said as far as it came, and the conversation goes on', async () => {
    const { tell, vendor } = await talk({
      reply: () => ({ text: 'Nice to meet you, Aziz. What is your profession?' }),
      faults: { model: 'cut' },
    });
    expect(await tell('My name is Aziz')).toMatch(/^Nice to/);
    vendor.settings.faults = {};
    expect(await tell('I am a doctor')).toContain('What is your profession?');
  });

  it('without an end is ended, and the conversation goes on', async () => {
    const { tell, vendor } = await talk({
      reply: () => ({ text: 'I see.' }),
      faults: { model: 'endless' },
    });
    expect((await tell('My name is Aziz'))?.length).toBeLessThan(2_000);
    vendor.settings.faults = {};
    expect(await tell('I am a doctor')).toBe('I see.');
  });
});

describe('a tool call that cannot be read', () => {
  it('does not end the conversation', async () => {
    const { tell, vendor } = await talk({
      reply: ({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? { text: 'Once more, please: what is your name?' }
          : { calls: [{ name: 'save_answer', args: {} }] },
    });
    vendor.settings.faults.model = 'bad_tool';
    expect(await tell('Aziz')).toBeDefined();
    vendor.settings.faults = {};
    vendor.settings.reply = () => ({ text: 'Thank you.' });
    expect(await tell('Aziz')).toBe('Thank you.');
  });
});

describe('words that nobody could recognise', () => {
  it('are an answer without a text: the script goes on', async () => {
    const { tell, notes, vendor } = await talk({});
    expect(await tell(unheard)).toContain(words.agent_ask_profession);
    expect(notes.answers.size).toBe(0);
    expect(vendor.asked.filter(({ kind }) => kind === 'model')).toHaveLength(0);
  });
});
