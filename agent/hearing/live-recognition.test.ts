import { initializeLogger } from '@livekit/agents';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Language } from '../../lib/i18n/language.ts';
import type { Recognizer } from '../../lib/server/speech/interfaces.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { type Reply, WebSocketServer } from '../testing/websocket-server.ts';
import { liveRecognizer } from './live-recognition.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { markHealthy } from '../models/vendor-health.ts';
import { trimmed } from '../speaking/call-voice.ts';
import { Listener } from '../testing/listener.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const rateHz = 16_000;
const chunk = z.object({
  message_type: z.literal('input_audio_chunk'),
  audio_base_64: z.string(),
  commit: z.boolean(),
  sample_rate: z.literal(rateHz),
});

/** ElevenLabs' realtime recognition: partial words of an utterance, and all of them at a commit. */
async function elevenLabs(utterances: string[], { silent = false, answerMs = 0 } = {}) {
  let heardS = 0;
  /** The sound of each connection since its last commit. */
  const uncommittedS = new Map<Reply, number>();
  /** The sound of each commit. */
  const committedS: number[] = [];
  const vendor = { silent };
  const server: WebSocketServer = new WebSocketServer((payload, reply) => {
    const { audio_base_64: audio, commit } = chunk.parse(JSON.parse(payload.toString()));
    const soundS = Buffer.from(audio, 'base64').length / 2 / rateHz;
    heardS += soundS;
    uncommittedS.set(reply, (uncommittedS.get(reply) ?? 0) + soundS);
    if (commit) committedS.push(uncommittedS.get(reply) ?? 0);
    if (commit) uncommittedS.delete(reply);
    if (vendor.silent) return;
    const text = utterances[0] ?? '';
    if (commit) {
      utterances.shift();
      setTimeout(() => reply(JSON.stringify({ message_type: 'committed_transcript', text })), answerMs);
    } else if (audio !== '')
      reply(JSON.stringify({ message_type: 'partial_transcript', text: text.split(' ')[0] }));
  });
  const url = await server.start();
  onTestFinished(() => server.close());
  const live = await liveRecognizer({
    STT_STREAMING: 'elevenlabs',
    ELEVENLABS_API_KEY: 'xi-key',
    ELEVENLABS_URL: `${url.replace('ws', 'http')}/v1`,
  });
  if (live === undefined) throw new Error('no recogniser');
  return { live, server, vendor, committedS, heardS: () => heardS };
}

const fallback: Recognizer = { name: 'local', transcribe: async () => ({ text: 'from the recording' }) };
const silence = (ms: number) => new Int16Array((rateHz * ms) / 1000);

async function speech(): Promise<Int16Array> {
  return joinSamples(
    await Array.fromAsync(localSynthesizer().synthesize('Mening ismim Aziz.', { language: 'uz' })),
  );
}

/** Speech that is too long for one request. */
async function longSpeech(): Promise<Int16Array> {
  const spoken = trimmed(await speech());
  return joinSamples(Array.from({ length: Math.ceil((50 * rateHz) / spoken.length) }, () => spoken));
}

/** Hears utterances one by one, each followed by silence. */
async function hear(listener: Listener, ...utterances: Int16Array[]) {
  for (const [at, utterance] of utterances.entries()) {
    listener.push(joinSamples([utterance, silence(900)]));
    await listener.untilHeard(at + 1);
  }
  const { texts, interims, words } = await listener.end();
  return { finals: texts, interims, words };
}

test('hears each utterance while it is spoken, on one connection, and nothing of the silence between them', async () => {
  const { live, server, heardS } = await elevenLabs(['Mening ismim Aziz', 'Men şifokorman, gʼoya bor']);
  const names: string[] = [];
  const spoken = await speech();
  const listener = new Listener({
    recognizers: [fallback],
    live,
    onRecognized: (name) => names.push(name),
  });
  const { finals, interims } = await hear(listener, spoken, spoken);
  expect(finals).toEqual(['Mening ismim Aziz', 'Men shifokorman, gʻoya bor']);
  expect(new Set(interims)).toEqual(new Set(['Mening', 'Men']));
  expect(names).toEqual(['elevenlabs', 'elevenlabs']);
  expect(server.upgradeRequests).toHaveLength(1);
  expect(server.upgradeRequests[0]?.headers['xi-api-key']).toBe('xi-key');
  expect(server.upgradeRequests[0]?.url).toMatch(
    /^\/v1\/speech-to-text\/realtime\?.*model_id=scribe_v2_realtime.*language_code=uz/,
  );
  expect(heardS()).toBeLessThan((2 * spoken.length) / rateHz + 2);
});

test('each second of an utterance that the live recogniser hears is reported for its cost', async () => {
  const { live } = await elevenLabs(['Mening ismim Aziz', 'Men shifokorman']);
  const requests: { name: string; seconds: number }[] = [];
  const spoken = await speech();
  const listener = new Listener({
    recognizers: [fallback],
    live,
    onRequest: (name, seconds) => requests.push({ name, seconds }),
  });
  await hear(listener, spoken, spoken);
  expect(requests.map(({ name }) => name)).toEqual(['elevenlabs', 'elevenlabs']);
  for (const { seconds } of requests) expect(Math.abs(seconds - spoken.length / rateHz)).toBeLessThan(0.8);
});

test('speech that is too long for one request has each word once, and each second is reported', async () => {
  const { live } = await elevenLabs(['bir ikki', 'uch']);
  const spoken = await longSpeech();
  let reportedS = 0;
  const onRequest = (_name: string, seconds: number) => (reportedS += seconds);
  const listener = new Listener({ recognizers: [], live, onRequest });
  listener.push(joinSamples([spoken, silence(900)]));
  await listener.untilHeard(2);
  expect((await listener.end()).texts).toEqual(['bir ikki', 'uch']);
  expect(Math.abs(reportedS - spoken.length / rateHz)).toBeLessThan(0.8);
});

test('another recogniser hears an utterance in which the live one has heard no words', async () => {
  const { live } = await elevenLabs(['']);
  const { finals } = await hear(new Listener({ recognizers: [fallback], live }), await speech());
  expect(finals).toEqual(['from the recording']);
});

test('a new language of the conversation applies from the next utterance on; the vendor also gets the other languages', async () => {
  const { live, server } = await elevenLabs(['Mening ismim Aziz', 'Меня зовут Азиз']);
  let language: Language = 'uz';
  const listener = new Listener({
    language: () => language,
    recognizers: [fallback],
    live,
    onRecognized: () => (language = 'ru'),
  });
  const spoken = await speech();
  expect((await hear(listener, spoken, spoken)).finals).toEqual(['Mening ismim Aziz', 'Меня зовут Азиз']);
  const codes = server.upgradeRequests.map(({ url = '' }) =>
    [...url.matchAll(/(?:language_code|secondary_languages)=(\w+)/g)].map(([, code]) => code),
  );
  expect(codes).toEqual([
    ['uz', 'ru', 'en'],
    ['ru', 'uz', 'en'],
  ]);
});

test('a recogniser that hangs is waited for once, and skipped in the next turns', async () => {
  const { live } = await elevenLabs([], { silent: true });
  const open = vi.spyOn(live, 'open');
  const listener = new Listener({ recognizers: [fallback], live });
  const spoken = await speech();
  const hearing = hear(listener, spoken, spoken, spoken);
  const commit = vi.spyOn(open.mock.results[0]?.value, 'commit');
  expect((await hearing).finals).toEqual(Array.from({ length: 3 }, () => 'from the recording'));
  expect(commit).toHaveBeenCalledTimes(1);
});

test('a noise in which nobody hears words is no failure of the live recogniser', async () => {
  const { live, vendor } = await elevenLabs(['Aziz'], { silent: true });
  const failed: string[] = [];
  const deaf: Recognizer = { name: 'local', transcribe: async () => ({ text: '' }) };
  const onFailed = (name: string) => failed.push(name);
  const listener = new Listener({ recognizers: [deaf], live, onFailed });
  listener.push(joinSamples([await speech(), silence(900)]));
  await listener.untilHeard(1);
  vendor.silent = false;
  listener.push(joinSamples([await speech(), silence(900)]));
  expect((await listener.end()).texts).toEqual(['Aziz']);
  expect(failed).toEqual([]);
});

test('an utterance that begins before the words of the previous one gets only its own', async () => {
  const { live } = await elevenLabs(['Mening ismim', 'Aziz'], { answerMs: 500 });
  const listener = new Listener({ recognizers: [], live });
  const spoken = await speech();
  listener.push(joinSamples([spoken, silence(350), spoken, silence(900)]));
  expect((await listener.end()).texts).toEqual(['Mening ismim', 'Aziz']);
});

test('a recogniser that was skipped gets no sound of the skipped utterances', async () => {
  const { live, vendor, committedS } = await elevenLabs(['Aziz'], { silent: true });
  const listener = new Listener({ recognizers: [fallback], live });
  const spoken = await speech();
  const sayOnce = async (utteranceCount: number) => {
    listener.push(joinSamples([spoken, silence(900)]));
    await listener.untilHeard(utteranceCount);
  };
  await sayOnce(1);
  await sayOnce(2);
  markHealthy(live);
  vendor.silent = false;
  await sayOnce(3);
  expect((await listener.end()).texts).toEqual(['from the recording', 'from the recording', 'Aziz']);
  expect(committedS.at(-1)).toBeLessThan(1.5 * (spoken.length / rateHz));
});

test('a recogniser whose connection could not be restored is asked again in the next utterance', async () => {
  const { live, server } = await elevenLabs(['Mening ismim Aziz', 'Men shifokorman']);
  const open = vi.spyOn(live, 'open');
  const listener = new Listener({ recognizers: [], live });
  const spoken = await speech();
  listener.push(joinSamples([spoken, silence(900)]));
  await listener.untilHeard(1);
  server.refusalStatus = 503;
  server.drop();
  await expect.poll(() => open.mock.results[0]?.value.isOpen).toBe(false);
  server.refusalStatus = undefined;
  listener.push(joinSamples([spoken, silence(900)]));
  expect((await listener.end()).texts).toEqual(['Mening ismim Aziz', 'Men shifokorman']);
});

test('words that do not count are not shown while they are spoken', async () => {
  const { live } = await elevenLabs(['echo of the agent', 'Aziz']);
  const listener = new Listener({ recognizers: [], live, kindOf: () => 'echo' });
  listener.push(joinSamples([await speech(), silence(900)]));
  const { interims, words } = await listener.end();
  expect(interims).toEqual([]);
  expect(words).toMatchObject([{ kind: 'echo' }]);
});

test.each([
  ['refuses the connection', { refuse: 401 }],
  ['breaks off', { drop: true }],
  ['never answers', { silent: true }],
])('after a vendor that %s, the next one gets the same recording', async (_what, fault) => {
  const { live, server } = await elevenLabs(['Mening ismim Aziz'], { silent: true });
  if ('refuse' in fault) server.refusalStatus = fault.refuse;
  const listener = new Listener({ recognizers: [fallback], live });
  const hearing = hear(listener, await speech());
  if ('drop' in fault) {
    await expect.poll(() => server.upgradeRequests.length).toBe(1);
    server.refusalStatus = 503;
    server.drop();
  }
  expect((await hearing).finals).toEqual(['from the recording']);
});

test('without a fallback, an utterance that a broken vendor gets is reported without a text', async () => {
  const { live, server } = await elevenLabs([]);
  server.refusalStatus = 401;
  const listener = new Listener({ recognizers: [], live });
  expect((await hear(listener, await speech())).words.map(({ text }) => text)).toEqual([undefined]);
});

test('no live recogniser is loaded if none is configured', async () => {
  expect(
    await liveRecognizer({
      STT_STREAMING: undefined,
      ELEVENLABS_API_KEY: 'k',
      ELEVENLABS_URL: 'http://127.0.0.1:9',
    }),
  ).toBeUndefined();
});
