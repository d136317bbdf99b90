import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { initializeLogger } from '@livekit/agents';
import { AudioFrame, Room } from '@livekit/rtc-node';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallEvent, Spent, Turn } from '../../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../../lib/contracts/interview.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import type { Recognizer, Synthesizer } from '../../../lib/server/speech/interfaces.ts';
import { localSynthesizer } from '../../../lib/server/speech/tts.ts';
import { defaultWaits, hangUpMs, typedAnswerWaitMs } from '../../interview/timing.ts';
import { unheard } from './stt-node.ts';
import { LoopbackVendor, type ModelReply } from '../../testing/loopback-vendor.ts';
import { fourTopics } from '../../testing/plan.ts';
import { FallbackModel } from './language-model.ts';
import { SessionConversation } from './session.ts';
import { turnHandling } from './turn-detector.ts';
import { TurnFigures } from './turn-figures.ts';
import { Phrases, voiceRateHz } from '../phrases.ts';
import { vadRateHz, windowMs } from '../audio/voice-activity.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const microphone = vi.hoisted(() => {
  const place: { give: (frames: ReadableStream<AudioFrame>) => void; waitMs?: number } = {
    give: () => undefined,
  };
  return place;
});
vi.mock('../audio/microphone.ts', () => ({
  Microphone: class {
    get answerWaitMs() {
      return microphone.waitMs ?? typedAnswerWaitMs;
    }
    constructor(_room: unknown, _gate: unknown, onFrames: (frames: ReadableStream<AudioFrame>) => void) {
      microphone.give = onFrames;
    }
    note() {}
    close() {}
    heardAnswer() {}
  },
}));

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
async function call(
  reply: (told: string) => ModelReply,
  answers: Record<string, string[]> = {},
  {
    plan = fourTopics,
    phrases = new QuickPhrases(plan),
    recognizers = [],
    isMute = false,
    isMoneySpent,
  }: {
    plan?: InterviewPlan;
    phrases?: Phrases;
    recognizers?: Recognizer[];
    isMute?: boolean;
    isMoneySpent?: () => boolean;
  } = {},
) {
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
  const found: CallEvent[] = [];
  const voiced: { text: string; language: string }[] = [];
  let ended: string | undefined;
  let spent: Spent | undefined;
  const synthesizer: Synthesizer = {
    name: 'tone',
    async *synthesize(text, { language }) {
      if (isMute) throw new Error('no voice');
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
      plan,
      report: {
        started: () => {},
        turn: (turn) => {
          turns.push(turn);
          const answer = answers[turn.text ?? '']?.shift();
          if (answer !== undefined) type(answer);
        },
        found: (event) => found.push(event),
        ended: (reason, _atMs, rest) => {
          ended = reason;
          spent = rest;
        },
      },
    },
    phrases,
    {
      model: new FallbackModel([{ model: 'm', baseUrl: vendor.url }]),
      recognizers,
      synthesizers: [synthesizer],
      limits: { words: 1_000, seconds: 600 },
      isMoneySpent,
    },
  );
  onTestFinished(async () => {
    await conversation.close();
    await vendor.close();
  });
  const type = (text: string) => conversation.handle({ type: 'visitor_typed', atMs: Date.now(), text });
  await conversation.open();
  const tell = (type: 'visitor_lost' | 'visitor_back' | 'visitor_writes', forGood = false) =>
    conversation.handle({ type, atMs: Date.now(), identity: 'visitor-1', forGood, writing: true });
  conversation.handle({ type: 'entered', atMs: Date.now() });
  conversation.handle({ type: 'visitor_met', atMs: Date.now(), identity: 'visitor-1' });
  const says = (by: Turn['speaker']) =>
    turns.flatMap(({ speaker, text }) => (speaker === by ? (text ?? []) : []));
  return {
    found,
    turns,
    voiced,
    spent: () => spent,
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

it('asks nobody again who writes', async () => {
  microphone.waitMs = 1_000;
  onTestFinished(() => void delete microphone.waitMs);
  const { said, tell } = await call(() => ({ text: 'Are you there?' }));
  await expect.poll(said, patient).toContain(words.agent_ask_name);
  const asked = () => said().includes('Are you there?');
  let told = 0;
  const writing = setInterval(() => {
    told++;
    tell('visitor_writes');
  }, 200);
  onTestFinished(() => clearInterval(writing));
  // More than two waits long.
  await expect.poll(() => told, patient).toBeGreaterThan(12);
  expect(asked()).toBe(false);
  clearInterval(writing);
  await expect.poll(asked, patient).toBe(true);
});

describe('a noise without words', () => {
  it('has the question put again, and counts as a silence only once the question has waited as long', async () => {
    microphone.waitMs = 1_000;
    onTestFinished(() => void delete microphone.waitMs);
    const { recognizers } = hears('');
    const { said } = await call(() => ({}), {}, { recognizers });
    const asked = () => said().filter((text) => text === words.agent_ask_again_name).length;
    await expect.poll(asked, patient).toBe(2);
    microphone.waitMs = 60_000;
    await speakOnce();
    await expect.poll(asked, patient).toBe(3);
    expect(said()).not.toContain(words.agent_goodbye_silent);
    microphone.waitMs = defaultWaits.noiseMs + 2_000;
    await speakOnce();
    await expect.poll(said, patient).toContain(words.agent_goodbye_silent);
    expect(asked()).toBe(3);
  });

  it('asks nobody who has gone meanwhile', async () => {
    const { recognizers, asked } = hears('');
    const { said, tell } = await call(() => ({}), {}, { recognizers });
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    await speakOnce();
    await expect.poll(asked, patient).toBe(1);
    tell('visitor_lost');
    const lostMs = Date.now();
    await expect.poll(() => Date.now() - lostMs, patient).toBeGreaterThan(defaultWaits.noiseMs + 500);
    expect(said()).not.toContain(words.agent_ask_again_name);
  });
});

/** A script for which the voices have failed. */
class SilentPhrases extends QuickPhrases {
  override async speech(): Promise<never> {
    throw new Error('no voice');
  }
}

function hears(...texts: string[]): { recognizers: Recognizer[]; asked: () => number } {
  let asked = 0;
  const transcribe = async () => ({ text: texts[Math.min(asked++, texts.length - 1)] ?? '' });
  return { recognizers: [{ name: 'local', transcribe }], asked: () => asked };
}

const pause = (ms: number) => new Int16Array((vadRateHz * ms) / 1000);

/** A microphone, and a voice to speak into it; what it says, the recogniser decides. */
async function openMicrophone() {
  const voice = joinSamples(
    await Array.fromAsync(
      localSynthesizer().synthesize('Mening ismim Aziz.', { language: 'uz', sampleRateHz: vadRateHz }),
    ),
  );
  const opened = Promise.withResolvers<ReadableStreamDefaultController<AudioFrame>>();
  microphone.give(new ReadableStream<AudioFrame>({ start: (controller) => opened.resolve(controller) }));
  const controller = await opened.promise;
  const size = (vadRateHz * windowMs) / 1000;
  const speak = (...pieces: Int16Array[]) => {
    const samples = joinSamples(pieces);
    for (let at = 0; at + size <= samples.length; at += size)
      controller.enqueue(new AudioFrame(samples.slice(at, at + size), vadRateHz, 1, size));
  };
  return { voice, speak };
}

/** Speaks as fast as one does: the session's ends of turns go by the clock. */
async function speakInTime(...pieces: Int16Array[]): Promise<void> {
  const { speak } = await openMicrophone();
  const samples = joinSamples(pieces);
  const size = (vadRateHz * windowMs) / 1000;
  let at = 0;
  const speaking = setInterval(() => {
    speak(at + size <= samples.length ? samples.subarray(at, at + size) : pause(windowMs));
    at += size;
  }, windowMs);
  onTestFinished(() => clearInterval(speaking));
}

async function speakOnce(): Promise<void> {
  const { voice, speak } = await openMicrophone();
  speak(pause(300), voice, pause(900));
}

describe('the voice of the notice', () => {
  it('fails, and is asked for once more, a sentence at a time', async () => {
    const { said, voiced } = await call(() => ({}), {}, { phrases: new SilentPhrases(fourTopics) });
    await expect.poll(said, patient).toEqual([words.agent_greeting, words.agent_ask_name]);
    expect(words.agent_greeting.startsWith(voiced[0]?.text ?? 'nothing')).toBe(true);
  });

  it('fails again: the call ends, and nobody claims that the notice was said', async () => {
    const phrases = new SilentPhrases(fourTopics);
    const { said, ended } = await call(() => ({}), {}, { phrases, isMute: true });
    await expect.poll(ended, patient).toBe('agent_failed');
    expect(said()).toEqual([]);
  });
});

describe('what the visitor says over the notice', () => {
  it('is answered after it', async () => {
    const recognised = Promise.withResolvers<void>();
    const transcribe = async () => {
      recognised.resolve();
      return { text: 'Hello, what does it cost?' };
    };
    const phrases = new (class extends QuickPhrases {
      override async speech() {
        await recognised.promise;
        return super.speech();
      }
    })(fourTopics);
    const recognizers: Recognizer[] = [{ name: 'local', transcribe }];
    const { said, typed } = await call(() => ({ text: 'It is free.' }), {}, { recognizers, phrases });
    await speakOnce();
    await expect.poll(said, patient).toEqual([words.agent_greeting, 'It is free.']);
    expect(typed()).toEqual(['Hello, what does it cost?']);
  });

  it('is left alone where nobody could recognise it: the question comes as ever, and is not asked again at once', async () => {
    const { said } = await call(() => ({}));
    await speakOnce();
    const saidMs = Date.now();
    await expect.poll(said, patient).toEqual([words.agent_greeting, words.agent_ask_name]);
    await expect.poll(() => Date.now() - saidMs, patient).toBeGreaterThan(defaultWaits.noiseMs + 500);
    expect(said()).toEqual([words.agent_greeting, words.agent_ask_name]);
  });
});

describe('a spoken turn on the lead', () => {
  it('begins with its own voice, not with a sound before it that had no words', async () => {
    const { recognizers, asked } = hears('', 'Tashkent');
    const { said, turns } = await call(() => ({ text: 'Thank you.' }), {}, { recognizers });
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    const { voice, speak } = await openMicrophone();
    speak(pause(300), voice, pause(900));
    await expect.poll(asked, patient).toBe(1);
    const soundMs = Date.now();
    await expect.poll(() => Date.now() - soundMs, patient).toBeGreaterThan(1_500);
    const spokenMs = Date.now();
    speak(voice, pause(900));
    const turn = () => turns.find(({ text }) => text === 'Tashkent')?.startedAtMs ?? 0;
    await expect.poll(turn, patient).toBeGreaterThan(spokenMs - 500);
  });

  it('has no words where nobody recognised it: its recording is asked for them later', async () => {
    const transcribe = () => Promise.reject(new Error('down'));
    const recognizers: Recognizer[] = [{ name: 'local', transcribe }];
    const { said, turns } = await call(() => ({ text: 'Thank you.' }), {}, { recognizers });
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    await speakOnce();
    await expect.poll(() => turns.filter(({ speaker }) => speaker === 'visitor'), patient).toHaveLength(1);
    expect(turns.find(({ speaker }) => speaker === 'visitor')?.text).toBeUndefined();
    expect(turns.map(({ text }) => text)).not.toContain(unheard);
  });

  it('is where something is saved that the model has thought of before its end', async () => {
    const thought = vi.spyOn(TurnFigures.prototype, 'thought');
    const isOver = Promise.withResolvers<number>();
    const detector = vi.spyOn(turnHandling.turnDetection, 'predictEndOfTurn').mockReturnValue(isOver.promise);
    onTestFinished(() => void vi.restoreAllMocks());
    const save = { name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } };
    const { recognizers } = hears('My name is Aziz');
    const { said, found, typed } = await call(
      () => ({ text: 'Nice to meet you.', calls: [save] }),
      {},
      { recognizers },
    );
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    await speakOnce();
    await vi.waitFor(() => expect(thought).toHaveBeenCalled(), patient);
    await vi.waitFor(() => expect(detector).toHaveBeenCalled(), patient);
    for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
    expect([found, typed()]).toEqual([[], []]);
    isOver.resolve(1);
    await vi.waitFor(() => expect(found).toMatchObject([{ topic: 'name', value: 'Aziz' }]), patient);
    expect(typed()).toEqual(['My name is Aziz']);
  });
});

it('a pause of 700 ms inside an answer loses neither words nor the question', async () => {
  const { recognizers } = hears('My name is Aziz', 'I am a doctor', 'In Tashkent');
  const question = 'Nice to meet you, Aziz. And what is it that you do for a living, if I may ask you that?';
  const { said, typed } = await call(
    (told) => ({ text: told.endsWith('In Tashkent') ? 'What is your goal?' : question }),
    {},
    { recognizers },
  );
  await expect.poll(said, patient).toContain(words.agent_ask_name);
  const { voice } = await openMicrophone();
  await speakInTime(voice, pause(700), voice, pause(700), voice);
  await expect.poll(() => said().at(-1), patient).toBe('What is your goal?');
  expect(typed().join(' ')).toBe('My name is Aziz I am a doctor In Tashkent');
});

describe('the cost of a day', () => {
  it('ends the model in a call that goes on', async () => {
    let isMoneySpent = false;
    const { said, type } = await call(
      () => ({ text: 'It is free.' }),
      {},
      { isMoneySpent: () => isMoneySpent },
    );
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    type('What does it cost?');
    await expect.poll(() => said().at(-1), patient).toBe('It is free.');
    isMoneySpent = true;
    type('Really?');
    await expect.poll(() => said().at(-1), patient).toBe(`${words.agent_person} ${words.agent_ask_name}`);
  });

  it('has what was spent after the last turn', async () => {
    const asked = Promise.withResolvers<void>();
    const { said, type, tell, spent, ended } = await call(() => {
      asked.resolve();
      return { text: 'It is free. '.repeat(200) };
    });
    await expect.poll(said, patient).toContain(words.agent_ask_name);
    type('What does it cost?');
    await asked.promise;
    tell('visitor_lost', true);
    await expect.poll(ended, patient).toBe('visitor_left');
    expect(spent()?.promptTokens).toBeGreaterThan(0);
  });
});

it('the plan’s own greeting comes after the notice, and can be talked over', async () => {
  const greeting =
    'Welcome to the clinic of Doctor Karimov, which is open day and night, at any hour of the week.';
  const plan = { ...fourTopics, greeting: { en: greeting } };
  const { said, type, voiced } = await call(() => ({ text: 'It is free.' }), {}, { plan });
  await expect
    .poll(() => voiced.map(({ text }) => text), patient)
    .toContain('Welcome to the clinic of Doctor Karimov,');
  expect(said()).toEqual([words.agent_greeting]);
  type('What does it cost?');
  await expect.poll(() => said().at(-1), patient).toBe('It is free.');
  expect(said()).not.toContain(words.agent_ask_name);
});

it('the plan’s own greeting is said, too, to who has spoken over the notice', async () => {
  const greeting = 'Welcome to the clinic of Doctor Karimov.';
  const plan = { ...fourTopics, greeting: { en: greeting } };
  const { said, type } = await call(() => ({ text: 'It is free.' }), {}, { plan });
  type('What does it cost?');
  await expect.poll(said, patient).toEqual([words.agent_greeting, greeting, 'It is free.']);
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

it('who comes back when everything is known is greeted all the same', async () => {
  const answers = fourTopics.topics.map(({ id }) => ({ topic: id, value: 'known' }));
  const { said, type, tell } = await call((told) =>
    told === 'All of it'
      ? { text: 'Noted.', calls: [{ name: 'save_answer', args: { answers } }] }
      : { text: 'There you are again.' },
  );
  await expect.poll(said, patient).toContain(words.agent_ask_name);
  type('All of it');
  await expect.poll(() => said().at(-1), patient).toBe('Noted.');
  tell('visitor_lost');
  tell('visitor_back');
  await expect.poll(() => said().at(-1), patient).toBe('There you are again.');
});

it('the voice follows a visitor who changes the language, and so does the script', async () => {
  const { said, type, voiced, tell } = await call((told) =>
    told === 'Меня зовут Дильшод' ? { text: 'Очень приятно, Дильшод. Чем вы занимаетесь?' } : {},
  );
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

it('reports with the turn why the script stands in for the model', async () => {
  const message = 'The model m does not exist';
  const { turns, type, said } = await call(() => ({ refusal: { status: 404, message } }));
  await expect.poll(said, patient).toContain(words.agent_ask_name);
  type('Aziz');
  const answered = () => turns.findLast(({ speaker, metrics }) => speaker === 'agent' && metrics?.failures);
  await expect.poll(answered, patient).toMatchObject({
    metrics: {
      engine: 'script',
      failures: [{ part: 'language_model', vendor: 'm', kind: 'unknown_model', detail: `404: ${message}` }],
    },
  });
});
