import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { wavFile, wavHeader } from '../../../wav.ts';
import { joinSamples } from '../../audio/pcm.ts';
import { parseEnv } from '../../platform/env.ts';
import { startLoopbackServer } from '../../testing/loopback-server.ts';
import { chooseSynthesizer } from '../tts.ts';

interface VoiceRequest {
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  /** The text in this vendor's request. */
  text: string;
}
type VoiceHandler = (request: VoiceRequest, response: ServerResponse, requestIndex: number) => void;

/** Sends a hundred samples per character. Their value shows which sentence of longText the text begins with. */
const sendTone: VoiceHandler = ({ text }, response) => {
  const sentenceNumber = /a+(?= gap)/.exec(text)?.[0].length ?? 0;
  response
    .writeHead(200, { 'content-type': 'audio/wav' })
    .end(wavFile(tone(text.length * 100, sentenceNumber)));
};

function tone(length: number, level: number) {
  return new Int16Array(length).fill((level + 1) * 100);
}

async function startVendor(answer: VoiceHandler) {
  const requests: VoiceRequest[] = [];
  const { url, stop } = await startLoopbackServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
    const url = new URL(request.url ?? '', 'http://vendor');
    const fields: unknown = body === '' ? {} : JSON.parse(body);
    const fieldOf = (name: string) =>
      String(Object.entries(fields ?? {}).find(([key]) => key === name)?.[1] ?? '');
    const text = url.searchParams.get('text') ?? (fieldOf('text') || fieldOf('input'));
    const received = { url, headers: request.headers, body, text };
    answer(received, response, requests.push(received) - 1);
  });
  onTestFinished(stop);
  return { url, requests };
}

const settings = {
  muxlisa: (url: string) => ({ MUXLISA_URL: url, MUXLISA_API_KEY: 'key' }),
  openai: (url: string) => ({ TTS_PROVIDER: 'openai', OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'key' }),
  upstream: (url: string) => ({ SPEECH_UPSTREAM_URL: url }),
};
const names = ['muxlisa', 'openai', 'upstream'] as const;

async function startVoice(name: (typeof names)[number], answer: VoiceHandler) {
  const { url, requests } = await startVendor(answer);
  return { voice: chooseSynthesizer(parseEnv(settings[name](url))), requests };
}

const longText = Array.from(
  { length: 45 },
  (_, at) => `Bu ${'a'.repeat(at + 1)} gap boʻlib, u uzun emas.`,
).join(' ');

describe.each(names)('%s', (name) => {
  test('speaks a long text in pieces of an accepted length, in order', async () => {
    const { voice, requests } = await startVoice(name, sendTone);
    const pieces = await Array.fromAsync(voice.synthesize(longText, { language: 'uz' }));
    expect(voice.name).toBe(name);
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.length).toBeLessThan(9);
    expect(requests[0]?.text).toBe('Bu a gap boʻlib, u uzun emas.');
    expect(requests.every(({ text }) => text.length <= 1000)).toBe(true);
    const levels = pieces.map((piece) => piece[Math.floor(piece.length / 2)] ?? 0);
    expect(levels.every((value, i) => value >= (levels[i - 1] ?? 0))).toBe(true);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    expect(length).toBe(requests.reduce((sum, { text }) => sum + text.length * 100, 0));
  });

  test.each([
    [401, 'speech_refused', /key/],
    [402, 'speech_refused', /asks for payment/],
    [429, 'speech_failed', /busy/],
  ])('an answer of %i becomes an error with a reason', async (status, code, detail) => {
    const { voice } = await startVoice(name, (_, response) => {
      response.writeHead(status, { 'retry-after': '600' }).end('{"detail":"no"}');
    });
    await expect(Array.fromAsync(voice.synthesize('Salom', { language: 'uz' }))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(detail),
    });
  });

  test.each([
    ['a page', 'text/html', '<h1>Welcome</h1>'],
    ['a page that claims to be sound', 'audio/wav', '<h1>Welcome</h1>'],
    ['half of a JSON answer', 'application/json', '{"audio": "UklGR'],
    ['nothing', 'audio/wav', ''],
  ])('%s instead of sound is the vendor’s fault', async (_, type, body) => {
    const answer: VoiceHandler = (_request, response) =>
      void response.setHeader('content-type', type).end(body);
    const { voice } = await startVoice(name, answer);
    await expect(Array.fromAsync(voice.synthesize('Salom', { language: 'uz' }))).rejects.toMatchObject({
      code: 'speech_failed',
    });
  });

  test('an abort ends the requests', async () => {
    const closed = Promise.withResolvers<void>();
    const controller = new AbortController();
    const { voice } = await startVoice(name, (_, response) => {
      response.on('close', closed.resolve);
      controller.abort(new Error('gone'));
    });
    const speech = Array.fromAsync(voice.synthesize('Salom', { language: 'uz', signal: controller.signal }));
    await expect(speech).rejects.toThrow('gone');
    await closed.promise;
  });
});

// All vendors retry in vendorSynthesizer, so one of them shows it.
test('a server error is retried', async () => {
  const { voice } = await startVoice('muxlisa', (request, response, requestIndex) =>
    requestIndex === 0 ? void response.writeHead(500).end() : sendTone(request, response, requestIndex),
  );
  expect((await Array.fromAsync(voice.synthesize('Salom', { language: 'uz' }))).length).toBeGreaterThan(0);
});

test('a WAV file of unknown length, as our own stream sends it, is read to its end', async () => {
  const { voice } = await startVoice('upstream', ({ text }, response) => {
    response.write(wavHeader());
    response.end(Buffer.from(tone(text.length * 100, 0).buffer));
  });
  const pieces = await Array.fromAsync(voice.synthesize('Salom', { language: 'uz' }));
  expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(500);
});

test('a voice at the caller’s rate is not resampled, so a tone of 10 kHz survives', async () => {
  const rateHz = 24_000;
  const high = Int16Array.from(
    { length: rateHz },
    (_, at) => 8000 * Math.sin((at * 10_000 * 2 * Math.PI) / rateHz),
  );
  const { voice } = await startVoice('openai', (_, response) => {
    response.write(wavHeader({ dataBytes: high.byteLength, rateHz }));
    response.end(Buffer.from(high.buffer));
  });
  const pieces = await Array.fromAsync(voice.synthesize('Salom', { language: 'uz', sampleRateHz: rateHz }));
  expect(Int16Array.from(pieces.flatMap((piece) => [...piece]))).toEqual(high);
});

test('Muxlisa gets its own path, key and body', async () => {
  const { voice, requests } = await startVoice('muxlisa', sendTone);
  await Array.fromAsync(voice.synthesize('Salom', { language: 'uz' }));
  expect(requests[0]?.url.pathname).toBe('/api/v2/tts');
  expect(requests[0]?.headers['x-api-key']).toBe('key');
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ text: 'Salom', speaker: 0 });
});

describe('a sentence that a call waits for', () => {
  const rateHz = 16_000;
  const sound = tone(rateHz, 0);
  const options = { language: 'uz', sampleRateHz: rateHz, live: true } as const;

  test('is played while the vendor still sends it', async () => {
    const { promise: firstHalfPlayed, resolve } = Promise.withResolvers<void>();
    const { voice } = await startVoice('openai', async (_request, response) => {
      const file = wavFile(sound);
      const half = 44 + 2 * 8_000 + 1;
      response.writeHead(200, { 'content-type': 'audio/wav' }).write(file.subarray(0, half));
      await firstHalfPlayed;
      response.end(file.subarray(half));
    });
    const pieces: Int16Array[] = [];
    for await (const piece of voice.synthesize('Salom.', options)) {
      pieces.push(piece);
      if (joinSamples(pieces).length >= 8_000) resolve();
    }
    expect(joinSamples(pieces)).toEqual(sound);
  });

  test.each([
    ['of unknown length', Buffer.concat([wavHeader({}), new Uint8Array(sound.buffer)])],
    ['followed by other data', Buffer.concat([wavFile(sound), Buffer.from('LIST\u0004\0\0\0name')])],
  ])('is complete if its WAV file is %s', async (_what, file) => {
    const { voice } = await startVoice('openai', (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      for (let at = 0; at < file.length; at += 999) response.write(file.subarray(at, at + 999));
      response.end();
    });
    expect(joinSamples(await Array.fromAsync(voice.synthesize('Salom.', options)))).toEqual(sound);
  });

  test('is complete if its WAV file has two channels', async () => {
    const { voice } = await startVoice('openai', (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(wavFile(sound, sound));
    });
    expect(joinSamples(await Array.fromAsync(voice.synthesize('Salom.', options))).length).toBe(sound.length);
  });

  test('is the vendor’s fault if it is an HTML page', async () => {
    const { voice } = await startVoice(
      'openai',
      (_request, response) => void response.writeHead(200).end('<html>'),
    );
    await expect(Array.fromAsync(voice.synthesize('Salom.', options))).rejects.toMatchObject({
      code: 'speech_failed',
    });
  });
});

test.each([
  ['gpt-4o-mini-tts', 'Speak Uzbek without a foreign accent.'],
  ['kokoro', undefined],
])('the model %s of an OpenAI-compatible server gets the instructions: %s', async (model, instructions) => {
  const { url, requests } = await startVendor(sendTone);
  const voice = chooseSynthesizer(parseEnv({ ...settings.openai(url), TTS_MODEL: model }));
  await Array.fromAsync(voice.synthesize('Salom!', { language: 'uz' }));
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    model,
    voice: 'alloy',
    input: 'Salom!',
    response_format: 'wav',
    ...(instructions !== undefined && { instructions }),
  });
});
