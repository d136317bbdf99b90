import { initializeLogger } from '@livekit/agents';
import { Room } from '@livekit/rtc-node';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Turn } from '../../lib/contracts/call-events.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { hangUpMs } from '../interview/timing.ts';
import { LoopbackVendor, type ModelReply } from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { FallbackModel } from './language-model.ts';
import { SessionConversation } from './session.ts';
import { Phrases, voiceRateHz } from './speech.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;
const greetingMs = 800;
const sentenceMs = 200;

function tone(ms: number): Int16Array {
  return new Int16Array((voiceRateHz * ms) / 1000).fill(1_000);
}

/** The script in a voice that is quick to speak. */
class QuickPhrases extends Phrases {
  override async speech() {
    return { samples: tone(greetingMs), sentences: [] };
  }

  override known(): undefined {
    return undefined;
  }
}

/** A call without a media server: nobody hears the agent, and the visitor types, some of it as soon as the agent has said something. */
async function call(reply: (told: string) => ModelReply, answers: Record<string, string[]> = {}) {
  const vendor = await new LoopbackVendor({
    firstTokenMs: 1,
    tokensPerS: 2_000,
    reply: ({ messages }) => reply(String(messages.findLast(({ role }) => role === 'user')?.content)),
  }).start();
  const room = new Room();
  /** Asked for with each frame. */
  let frames = 0;
  const publication = { sid: 'TR_1', waitForSubscription: async () => void frames++ };
  Object.assign(room, {
    localParticipant: { identity: 'agent', publishTrack: () => Promise.resolve(publication) },
  });
  const turns: Turn[] = [];
  const voiced: { text: string; language: string }[] = [];
  let ended: string | undefined;
  const synthesizer: Synthesizer = {
    name: 'tone',
    async *synthesize(text, { language }) {
      voiced.push({ text, language });
      yield tone(sentenceMs);
    },
    warm: async () => {},
  };
  const conversation = new SessionConversation(
    {
      room,
      roomName: 'room',
      language: 'en',
      plan: fourTopics,
      report: {
        started: () => {},
        turn: (turn) => {
          turns.push(turn);
          const answer = answers[turn.text ?? '']?.shift();
          if (answer !== undefined) type(answer);
        },
        found: () => {},
        ended: (reason) => (ended = reason),
      },
    },
    new QuickPhrases(fourTopics),
    {
      model: new FallbackModel([{ model: 'm', baseUrl: vendor.url }]),
      recognizers: [],
      synthesizers: [synthesizer],
      limits: { words: 1_000, seconds: 600 },
    },
  );
  onTestFinished(async () => {
    await conversation.close();
    await vendor.close();
  });
  const type = (text: string) => conversation.handle({ type: 'visitor_typed', atMs: Date.now(), text });
  await conversation.open();
  const tell = (event: 'visitor_lost' | 'visitor_back') =>
    conversation.handle({ type: event, atMs: Date.now(), identity: 'visitor-1', forGood: false });
  conversation.handle({ type: 'entered', atMs: Date.now() });
  conversation.handle({ type: 'visitor_met', atMs: Date.now(), identity: 'visitor-1' });
  const says = (by: Turn['speaker']) =>
    turns.flatMap(({ speaker, text }) => (speaker === by ? (text ?? []) : []));
  return {
    voiced,
    frames: () => frames,
    tell,
    said: () => says('agent'),
    typed: () => says('visitor'),
    ended: () => ended,
    type,
  };
}

const patient = { timeout: 15_000 };

it('gives its instructions and its history to nobody in the room', async () => {
  const answersRequests = vi.spyOn(Room.prototype, 'registerByteStreamHandler');
  const { said } = await call(() => ({ text: 'Hello.' }));
  await expect.poll(said, patient).toContain(words.agent_greeting);
  // The framework's session takes requests for both as byte streams of any participant.
  expect(answersRequests).not.toHaveBeenCalled();
});

describe('the notice of AI and recording', () => {
  it('is said again, whole, to a visitor who was gone in its middle', async () => {
    const { tell, said, type, typed, frames } = await call(() => ({ text: 'Nice to meet you.' }));
    type('Aziz');
    await expect.poll(frames, patient).toBeGreaterThan(6);
    tell('visitor_lost');
    await expect.poll(() => said().length, patient).toBe(1);
    tell('visitor_back');
    await expect
      .poll(said, patient)
      .toEqual([words.agent_greeting, words.agent_greeting, 'Nice to meet you.']);
    expect(typed()).toEqual(['Aziz']);
  });

  it('is heard before what was typed is answered, all of it', async () => {
    const { said, type, typed } = await call(() => ({ text: 'Nice to meet you.' }));
    type('Aziz');
    type('Karimov');
    await expect.poll(said, patient).toEqual([words.agent_greeting, 'Nice to meet you.']);
    expect(typed()).toEqual(['Aziz\nKarimov']);
  });
});

describe('a goodbye', () => {
  const goodbye: ModelReply = {
    text: 'Goodbye, Aziz!',
    calls: [{ name: 'end_call', args: { reason: 'visitor_wishes' } }],
  };
  const reply = (told: string) => (told === 'Bye' ? goodbye : { text: 'Of course, noted.' });

  it('ends the call', async () => {
    const { said, type, ended } = await call(reply);
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    type('Bye');
    await expect.poll(ended, patient).toBe('agent_closed');
    expect(said().at(-1)).toBe('Goodbye, Aziz!');
  });

  it('is taken back by what the visitor adds, and said again after it', async () => {
    const added = 'One more thing: call me at ten';
    const { said, type, ended } = await call(reply, { 'Goodbye, Aziz!': [added] });
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    type('Bye');
    await expect.poll(() => said().at(-1), patient).toBe('Of course, noted.');
    const notedAtMs = Date.now();
    await expect.poll(() => Date.now() - notedAtMs, patient).toBeGreaterThan(2 * hangUpMs);
    expect(ended()).toBeUndefined();
    type('Bye');
    await expect.poll(ended, patient).toBe('agent_closed');
  });
});

it('a goodbye that is cut by what the visitor types does not end the call', async () => {
  const goodbye = 'Goodbye, it was a pleasure to talk with you, and a colleague will call you back.';
  const { said, type, ended, voiced } = await call((told) =>
    told === 'Bye'
      ? { text: goodbye, calls: [{ name: 'end_call', args: { reason: 'visitor_wishes' } }] }
      : { text: 'Of course, noted.' },
  );
  await expect.poll(said, patient).toContain(words.agent_ask_name);
  type('Bye');
  await expect.poll(() => voiced.map(({ text }) => text), patient).toContain('Goodbye,');
  type('One more thing: call me at ten');
  await expect.poll(() => said().at(-1), patient).toBe('Of course, noted.');
  const notedAtMs = Date.now();
  await expect.poll(() => Date.now() - notedAtMs, patient).toBeGreaterThan(2 * hangUpMs);
  expect(ended()).toBeUndefined();
});

it('the voice follows a visitor who changes the language, and so does the script', async () => {
  const { said, type, voiced, tell } = await call(() => ({
    text: 'Очень приятно, Дильшод. Чем вы занимаетесь?',
  }));
  await expect.poll(said, patient).toContain(words.agent_ask_name);
  type('Меня зовут Дильшод');
  await expect.poll(() => said().at(-1), patient).toBe('Очень приятно, Дильшод. Чем вы занимаетесь?');
  tell('visitor_lost');
  tell('visitor_back');
  await expect.poll(() => said().at(-1), patient).toContain(messagesOf.ru.agent_welcome_back);
  const russian = voiced.filter(({ text }) => /\p{Script=Cyrillic}/u.test(text));
  expect(russian.length).toBeGreaterThanOrEqual(3);
  expect(new Set(russian.map(({ language }) => language))).toEqual(new Set(['ru']));
});
