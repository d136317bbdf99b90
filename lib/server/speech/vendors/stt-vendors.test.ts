import { describe, expect, test, vi } from 'vitest';
import { durationS, joinSamples, pcmRateHz } from '../../audio/pcm.ts';
import { decodeMono } from '../../audio/decode.ts';
import type { VendorHandler } from '../../testing/speech-vendor.ts';
import { replyWithJson, vendorFaults, startSpeechVendor } from '../../testing/speech-vendor.ts';
import { muxlisaRecognizer } from './muxlisa.ts';
import { openAiRecognizer } from './openai.ts';
import type { Recognizer } from '../interfaces.ts';
import { upstreamRecognizer } from './upstream.ts';

/** Six syllables a second, so that it counts as speech. */
function voice(lengthS: number) {
  return Int16Array.from({ length: lengthS * pcmRateHz }, (_, at) => {
    const timeS = at / pcmRateHz;
    return 9000 * Math.sin(2 * Math.PI * 3 * timeS) ** 2 * Math.sin(2 * Math.PI * 180 * timeS);
  });
}
const pause = new Int16Array(pcmRateHz);
const inUzbek = { language: 'uz', timeoutMs: 10_000 } as const;

const vendors: [string, (url: string) => Recognizer][] = [
  ['muxlisa', (url) => muxlisaRecognizer(url, 'secret')],
  ['openai', (url) => openAiRecognizer({ baseUrl: `${url}/v1`, apiKey: 'secret' })],
  ['upstream', (url) => upstreamRecognizer(url)],
];

describe.each(vendors)('%s', (_, recognizer) => {
  test('returns the text', async () => {
    const { url } = await startSpeechVendor(replyWithJson(200, { text: ' salom dunyo ', language: 'uz' }));
    expect(await recognizer(url).transcribe(voice(1), inUzbek)).toEqual({ text: 'salom dunyo' });
  });

  test('returns Uzbek in one alphabet, and other languages unchanged', async () => {
    const { url } = await startSpeechVendor(replyWithJson(200, { text: "Õktam, şahar, qo'y" }));
    expect(await recognizer(url).transcribe(voice(1), inUzbek)).toEqual({ text: 'Oʻktam, shahar, qoʻy' });
    const inEnglish = { ...inUzbek, language: 'en' } as const;
    expect(await recognizer(url).transcribe(voice(1), inEnglish)).toEqual({ text: "Õktam, şahar, qo'y" });
  });

  test('gets no request for silence', async () => {
    const { url, requests } = await startSpeechVendor(replyWithJson(500, {}));
    expect(await recognizer(url).transcribe(pause, inUzbek)).toEqual({ text: '' });
    expect(requests).toHaveLength(0);
  });

  test.each(vendorFaults)(
    '%s becomes an error with a code and a reason',
    async (name, answer, code, detail) => {
      const { url } = await startSpeechVendor(answer);
      const timeoutMs = name === 'silence' ? 300 : 10_000;
      const refused = recognizer(url).transcribe(voice(1), { language: 'uz', timeoutMs });
      await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(detail) });
    },
  );

  test('stops when the request is aborted', async () => {
    const controller = new AbortController();
    const { url } = await startSpeechVendor(() => controller.abort(new Error('gone')));
    const refused = recognizer(url).transcribe(voice(1), { ...inUzbek, signal: controller.signal });
    await expect(refused).rejects.toThrow('gone');
  });

  test('causes no unhandled rejection if the body is aborted while it is read', async () => {
    const uncaught = vi.fn();
    process.prependOnceListener('unhandledRejection', uncaught);
    vi.stubGlobal('fetch', async ({ body }: Request) => {
      const reader = body?.getReader();
      void reader?.read();
      await reader?.cancel();
      throw new TypeError('fetch failed');
    });
    const options = { ...inUzbek, maxTries: 1 };
    await expect(recognizer('http://vendor').transcribe(voice(1), options)).rejects.toThrow('answered with');
    await new Promise(setImmediate);
    vi.unstubAllGlobals();
    expect(uncaught).not.toHaveBeenCalled();
    process.off('unhandledRejection', uncaught);
  });
});

// All vendors retry in askForText, so one of them shows it.
describe('a retry', () => {
  test('returns the text after a server error and a broken connection', async () => {
    const broken: VendorHandler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"text": "sa', () => response.destroy());
    };
    const { url, requests } = await startSpeechVendor(
      replyWithJson(503, {}),
      broken,
      replyWithJson(200, { text: 'salom' }),
    );
    expect(await muxlisaRecognizer(url, 'secret').transcribe(voice(1), inUzbek)).toEqual({ text: 'salom' });
    expect(requests).toHaveLength(3);
  });

  test('waits as long as Retry-After says', async () => {
    const { url } = await startSpeechVendor(
      replyWithJson(429, {}, { 'retry-after': '1' }),
      replyWithJson(200, { text: 'salom' }),
    );
    const beganMs = performance.now();
    expect(await muxlisaRecognizer(url, 'secret').transcribe(voice(1), inUzbek)).toEqual({ text: 'salom' });
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(990);
  });
});

describe('Muxlisa', () => {
  const answerLikeMuxlisa: VendorHandler = async ({ path, headers, form }, response) => {
    const audio = form.get('audio');
    if (headers['x-api-key'] !== 'secret')
      return replyWithJson(401, { detail: 'Invalid API key' })({ path, headers, form }, response);
    if (path !== '/api/v2/stt' || !(audio instanceof File) || audio.size > 5_000_000)
      return replyWithJson(400, { detail: 'audio' })({ path, headers, form }, response);
    const samples = await decodeMono(new Uint8Array(await audio.arrayBuffer()), { maxDurationS: 60 });
    return replyWithJson(200, { text: `${Math.round(durationS(samples))} soniya` })(
      { path, headers, form },
      response,
    );
  };

  test('recognises long recordings in pieces of at most 50 s, in order', async () => {
    const { url, requests } = await startSpeechVendor(answerLikeMuxlisa);
    const long = joinSamples([voice(40), pause, voice(35), pause, voice(8)]);
    const { text } = await muxlisaRecognizer(url, 'secret').transcribe(long, inUzbek);
    expect(text).toMatch(/^41 soniya 4[45] soniya$/);
    expect(requests).toHaveLength(2);
  });

  test('sends at most three requests at once', async () => {
    let openRequests = 0;
    let maxOpenRequests = 0;
    const { url } = await startSpeechVendor(async (request, response) => {
      maxOpenRequests = Math.max(maxOpenRequests, ++openRequests);
      await answerLikeMuxlisa(request, response);
      openRequests--;
    });
    const { text } = await muxlisaRecognizer(url, 'secret').transcribe(voice(400), { language: 'uz' });
    expect(text.match(/soniya/g)?.length).toBeGreaterThanOrEqual(8);
    expect(maxOpenRequests).toBeLessThanOrEqual(3);
  });
});

describe('OpenAI', () => {
  /** Like OpenAI, refuses a language that it does not list. */
  const answerLikeOpenAi: VendorHandler = ({ path, headers, form }, response) => {
    const refused =
      form.get('language') === 'uz' || path !== '/v1/audio/transcriptions' || !form.has('model');
    if (headers.authorization !== 'Bearer secret')
      return replyWithJson(401, { error: {} })({ path, headers, form }, response);
    return replyWithJson(refused ? 400 : 200, { text: 'eshitildi' })({ path, headers, form }, response);
  };
  const hintsOf = (requests: { form: FormData }[]) =>
    requests.map(({ form }) => `${form.get('language')} ${form.get('prompt')}`);

  test('gets an example of Uzbek, but the code of another language', async () => {
    const { url, requests } = await startSpeechVendor(answerLikeOpenAi);
    const recognizer = openAiRecognizer({ baseUrl: `${url}/v1/`, apiKey: 'secret', model: 'whisper' });
    expect((await recognizer.transcribe(voice(1), inUzbek)).text).toBe('eshitildi');
    await recognizer.transcribe(voice(1), { language: 'ru' });
    expect(hintsOf(requests)).toEqual([expect.stringMatching(/^null .*oʻzbek/), 'ru null']);
  });

  test('by default uses a model that takes a list of languages', async () => {
    const { url, requests } = await startSpeechVendor(answerLikeOpenAi);
    const recognizer = openAiRecognizer({ baseUrl: `${url}/v1/`, apiKey: 'secret' });
    await recognizer.transcribe(voice(1), { language: 'ru' });
    const [form] = requests.map((each) => each.form);
    expect(['model', 'languages[]', 'language'].map((name) => form?.get(name))).toEqual([
      'gpt-transcribe',
      'ru',
      null,
    ]);
  });

  test('gets only examples in a conversation, because the visitor may change the language', async () => {
    const { url, requests } = await startSpeechVendor(answerLikeOpenAi);
    const recognizer = openAiRecognizer({ baseUrl: `${url}/v1/`, apiKey: 'secret' });
    for (const language of ['uz', 'ru', 'en'] as const)
      await recognizer.transcribe(voice(1), { language, languageMayChange: true });
    expect(hintsOf(requests)).toEqual(
      [/oʻzbek/, /русском/, /English/].map((each) => expect.stringMatching(each)),
    );
    for (const each of hintsOf(requests)) expect(each).toMatch(/^null /);
  });

  test.each(['uz', 'ru', 'en'] as const)(
    'in %s, a returned example does not count as speech',
    async (language) => {
      let returnedText = (example: string) => example;
      const { url } = await startSpeechVendor((request, response) =>
        replyWithJson(200, { text: returnedText(String(request.form.get('prompt'))) })(request, response),
      );
      const recognizer = openAiRecognizer({ baseUrl: `${url}/v1/`, apiKey: 'secret' });
      const recognize = async () =>
        (await recognizer.transcribe(voice(1), { language, languageMayChange: true })).text;
      expect(await recognize()).toBe('');
      returnedText = (example) => `${example.toUpperCase().replaceAll(/[.,]/g, '')} ${example}`;
      expect(await recognize()).toBe('');
      returnedText = (example) => `${example.split(' ').slice(0, 2).join(' ')} Aziz`;
      expect(await recognize()).toContain('Aziz');
    },
  );
});

describe('upstream', () => {
  test('gets a WAV in the field of the specification, and the language', async () => {
    const { url, requests } = await startSpeechVendor(replyWithJson(200, { text: 'да' }));
    await upstreamRecognizer(`${url}/speech/`).transcribe(voice(1), { language: 'ru' });
    expect(requests[0]?.path).toBe('/speech/api/stt/transcribe');
    expect(requests[0]?.form.get('language')).toBe('ru');
    expect(requests[0]?.form.get('file')).toMatchObject({ type: 'audio/wav' });
  });
});
