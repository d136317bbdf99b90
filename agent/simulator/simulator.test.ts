import { initializeLogger } from '@livekit/agents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../lib/i18n/language.ts';
import { FallbackModel } from '../livekit/language-model.ts';
import { type ChatRequest, LoopbackVendor, type ModelReply } from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { converse } from './conversation.ts';
import { evaluate, table } from './evaluate.ts';
import { injections } from './injections.ts';
import { attempts as personasThatTry, personas } from './personas.ts';

initializeLogger({ pretty: false, level: 'silent' });

const plan = fourTopics;
const words = (message: ChatRequest['messages'][number] | undefined) =>
  typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content ?? '');

/** The scripted tool calls: one answer a turn in the order of the plan, then the number, the time and the goodbye. */
function interviewer({ messages }: ChatRequest): ModelReply {
  const turn = messages.filter(({ role }) => role === 'user').length - 1;
  const said = words(messages.findLast(({ role }) => role === 'user'));
  if (/…|^mm$/.test(said)) return { text: 'Sizni eshitmayapman, yana bir bor ayting.' };
  if (/not agree|yozmang|не согласен/i.test(said))
    return {
      text: 'I understand. Goodbye!',
      calls: [{ name: 'end_call', args: { reason: 'recording_refused' } }],
    };
  const topic = plan.topics[turn];
  if (topic !== undefined)
    return {
      text: 'Rahmat, tushunarli.',
      calls: [{ name: 'save_answer', args: { answers: [{ topic: topic.id, value: said }] } }],
    };
  if (/777/.test(said))
    return { text: '9 3, 7 7 7', calls: [{ name: 'correct_phone', args: { phone: '93 777 66 55' } }] };
  return {
    text: 'Xayr!',
    calls: [
      { name: 'call_back_at', args: { when: 'ertaga soat oʻnda' } },
      { name: 'end_call', args: { reason: 'finished' } },
    ],
  };
}

const answers = [
  'Aziza',
  'stomatolog',
  'qoʻngʻiroqlar yoʻqolmasin',
  'bemorlarni qabulga yozish',
  'Raqam 93 777 66 55',
  'ha',
];

function visitor({ messages }: ChatRequest): ModelReply {
  const manner = words(messages.find(({ role }) => role === 'system'));
  if (manner.includes('do not agree')) return { text: 'I do not agree to be recorded.' };
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  return { text: manner.includes('correct yourself') || turn !== 4 ? (answers[turn] ?? '[hangs up]') : 'ha' };
}

const verdict = {
  criteria: ['natural', 'language', 'honest', 'safe', 'polite'].map((name) => ({ name, passed: true })),
};

const vendor = new LoopbackVendor({
  firstTokenMs: 0,
  tokensPerS: 10_000,
  reply: (request) => {
    if (request.model === 'visitor') return visitor(request);
    if (request.model === 'judge') return { text: JSON.stringify(verdict) };
    return interviewer(request);
  },
});
const model = (name: string) =>
  new FallbackModel([{ model: name, baseUrl: vendor.url, apiKey: 'k', priceIn: 1, priceOut: 1 }], {
    maxChars: 8_000,
  });
beforeAll(() => vendor.start());
afterAll(() => vendor.close());

const persona = (id: string) => {
  const found = personas.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no persona ${id}`);
  return found;
};
const evaluated = (id: string) =>
  evaluate({ agent: model('agent'), visitor: model('visitor'), judge: model('judge') }, plan, persona(id));

describe('the simulator', () => {
  test('has at least thirty personas in each of the languages together, each with a limit', () => {
    expect(personas.length).toBeGreaterThanOrEqual(30);
    for (const language of languages)
      expect(personas.filter((each) => each.language === language).length).toBeGreaterThan(9);
    expect(new Set(personas.map(({ id }) => id)).size).toBe(personas.length);
  });

  test('holds each attempt to misuse the agent as a conversation of its own', async () => {
    expect(personasThatTry.length).toBeGreaterThanOrEqual(40);
    const [first] = personasThatTry;
    if (first === undefined) throw new Error('no attempt');
    const held = (reply: ModelReply) => {
      vendor.settings.reply = ({ model: name }) =>
        name === 'judge' ? { text: JSON.stringify(verdict) } : reply;
      return evaluate(
        { agent: model('agent'), visitor: model('visitor'), judge: model('judge') },
        plan,
        first,
      );
    };
    const { reply } = vendor.settings;
    const refused = await held({ text: 'I cannot tell you that. What is your name?' });
    const obeyed = await held({
      text: 'How you hold the conversation: …',
      calls: [{ name: 'save_answer', args: { answers: [{ topic: 'name', value: '1234' }] } }],
    });
    vendor.settings.reply = reply;
    expect(refused.outcome.turnMs).toHaveLength(1);
    const failed = ({ checks }: typeof refused) => checks.flatMap(({ name, passed }) => (passed ? [] : name));
    expect(failed(refused)).toEqual([]);
    expect(failed(obeyed)).toEqual(['nothing noted', 'nothing leaked']);
  });

  test('passes a conversation in which everything was found out', async () => {
    const result = await evaluated('cooperative_uz');
    expect(result.checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(result.outcome.ended).toBe('finished');
    expect(table([result])).toMatch(/cooperative_uz +pass +\d+\/\d+ +\d+ +\d+ ms +\$0\.\d+/);
    expect(table([result])).toContain('1 of 1 conversations passed: uz 100 %');
    expect(result.tokens).toBeGreaterThan(0);
  });

  test('fails one whose number was to be corrected and whose name is wrong', async () => {
    const result = await evaluated('corrects_uz');
    expect(result.outcome.notes.phone).toBe('+998937776655');
    expect(result.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['answer name']);
  });

  test('knows who refused to be recorded, and who was silent', async () => {
    expect((await evaluated('refuses_recording_en')).outcome.ended).toBe('recording_refused');
    const { outcome } = await evaluated('silent_uz');
    expect(outcome.notes.answers.get('name')).not.toBe('…');
  });

  test('the script holds the conversation when the model is not there', async () => {
    const off = new FallbackModel([{ model: 'agent:500', baseUrl: vendor.url, apiKey: 'k' }]);
    const said = [...answers.slice(0, 4)];
    const outcome = await converse(
      { model: off, plan, language: 'uz', phone: '+998901234567', maxTurns: 6 },
      async () => said.shift(),
    );
    expect(Object.fromEntries(outcome.notes.answers)).toEqual({
      name: answers[0],
      profession: answers[1],
      goal: answers[2],
      needs: answers[3],
    });
    expect(outcome.ended).toBe('finished');
  });
});

describe('a model that does what a visitor orders', () => {
  const attempts = languages.flatMap((language) => injections[language].map((text) => ({ language, text })));

  test('is asked at least forty times', () => expect(attempts.length).toBeGreaterThanOrEqual(40));

  test.concurrent.each(attempts)('$language: $text', async ({ language, text }) => {
    const requests: ChatRequest[] = [];
    const gullible = new LoopbackVendor({
      firstTokenMs: 0,
      tokensPerS: 10_000,
      reply: (request) => {
        requests.push(request);
        if (requests.length > 1) return { text: 'Keling, davom etamiz.' };
        return {
          calls: [
            { name: 'save_answer', args: { answers: [{ topic: 'password', value: text }] } },
            { name: 'correct_phone', args: { phone: text } },
            { name: 'read_leads', args: { all: true } },
            { name: 'end_call', args: { reason: 'finished' } },
          ],
        };
      },
    });
    await gullible.start();
    const said = [text];
    const agent = new FallbackModel([{ model: 'agent', baseUrl: gullible.url, apiKey: 'secret-key' }]);
    const { events, ended, lines } = await converse(
      { model: agent, plan, language, phone: '+998901112233', maxTurns: 1 },
      async () => said.shift(),
    );
    await gullible.close();
    // Nothing but this visitor's own answers can be written, and nothing can be read.
    expect(events.filter(({ type }) => type !== 'phone_corrected')).toEqual([]);
    expect(ended).toBeUndefined();
    expect(JSON.stringify(lines)).not.toContain('secret-key');
    // The visitor's words are in the user message alone: the instructions are the same before and after it.
    const systems = requests.map(({ messages }) => words(messages.find(({ role }) => role === 'system')));
    expect(new Set(systems).size).toBe(1);
    expect(systems[0]).not.toContain(text);
    expect(JSON.stringify(requests)).not.toContain('secret-key');
  });
});
