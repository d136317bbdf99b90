import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../lib/contracts/errors.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { localRecognizer } from '../../lib/server/speech/vendors/sherpa/recognizer.ts';
import { openAiRecognizer } from '../../lib/server/speech/vendors/openai.ts';
import { timing } from '../conversation/timing.ts';
import type { Recognizer } from '../../lib/server/speech/interfaces.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { Listener } from '../testing/listener.ts';
import { recognizeWithFallback } from './recognizers.ts';

async function startVendor(transcripts: string[] = ['Mening ismim Aziz.'], recognitionMs = 100) {
  const started = await new LoopbackVendor({ recognitionMs, transcripts }).start();
  onTestFinished(() => started.close());
  const recognizerOf = (model: string) => openAiRecognizer({ baseUrl: started.url, model });
  return { recognizerOf, requests: started.requests };
}

const rateHz = 16_000;

async function speech(text: string): Promise<Int16Array<ArrayBuffer>> {
  const pieces = await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'uz' }));
  return joinSamples(pieces);
}

function silence(ms: number): Int16Array<ArrayBuffer> {
  return new Int16Array((rateHz * ms) / 1000);
}

/** The texts of the utterances that have words. */
async function hear(recognizers: Recognizer[], samples: Int16Array): Promise<string[]> {
  const listener = new Listener({ recognizers, timeoutMs: 20_000 });
  listener.push(samples);
  return (await listener.end()).texts;
}

describe('recognisers behind a microphone', () => {
  it('hear each utterance once, in order', async () => {
    const { recognizerOf } = await startVendor(['bir', 'ikki']);
    const spoken = await speech('Mening ismim Aziz.');
    const samples = joinSamples([silence(300), spoken, silence(900), spoken, silence(900)]);
    expect(await hear([recognizerOf('r')], samples)).toEqual(['bir', 'ikki']);
  });

  it('hear with the model on this machine', async () => {
    const model = path.join(
      import.meta.dirname,
      '../../lib/server/speech/vendors/sherpa/fixtures/loudness-model',
    );
    const samples = joinSamples([await speech('Mening ismim Aziz.'), silence(900)]);
    const texts = await hear([localRecognizer(model)], samples);
    expect(texts).toEqual([expect.stringMatching(/^a+$/)]);
  });

  it('hear nothing in silence', async () => {
    const { recognizerOf, requests } = await startVendor();
    expect(await hear([recognizerOf('r')], silence(3_000))).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('mark words that do not count, and emit one `words` event each time a voice ends', async () => {
    const { recognizerOf } = await startVendor();
    const spoken = await speech('Mening ismim Aziz.');
    const click = spoken.slice(rateHz * 0.1, rateHz * 0.2);
    const listener = new Listener({ recognizers: [recognizerOf('r')], kindOf: () => 'echo' });
    listener.push(joinSamples([silence(300), spoken, silence(900), click, silence(900)]));
    const { words, events } = await listener.end();
    expect(words[0]).toMatchObject({ text: 'Mening ismim Aziz.', kind: 'echo' });
    expect(words).toHaveLength(events.filter(({ type }) => type === 'voice_ended').length);
  });
});

describe('the language of a conversation', () => {
  it('is queried for each utterance', async () => {
    const requests: string[] = [];
    const recognizer: Recognizer = {
      name: 'local',
      transcribe: async (_samples, { language, languageMayChange }) => {
        expect(languageMayChange).toBe(true);
        requests.push(language);
        return { text: language };
      },
    };
    const spoken = ['uz', 'ru'] as const;
    const listener = new Listener({
      language: () => spoken[new Set(requests).size] ?? 'ru',
      recognizers: [recognizer],
    });
    const utterance = joinSamples([await speech('Mening ismim Aziz.'), silence(900)]);
    for (const count of [1, 2]) {
      listener.push(utterance);
      await listener.untilHeard(count);
    }
    expect((await listener.end()).texts).toEqual(['uz', 'ru']);
  });
});

describe('an utterance that may be the agent’s own voice', () => {
  it.each([
    ['begins while the agent is heard', 0, 5_000, 'began'],
    ['begins soon after it and is over soon', 200, 300, 'tail'],
    ['begins soon after it and goes on', 200, 1_500, 'none'],
    ['begins later', 1_000, 2_000, 'none'],
  ])(
    '%s: agent heard %i ms before its beginning, %i ms before its end: %s',
    async (_what, beginMs, endMs, expectedOverlap) => {
      const { recognizerOf } = await startVendor();
      const overlaps: string[] = [];
      let callCount = 0;
      // Called once when the voice begins and once when it has ended.
      const listener = new Listener({
        recognizers: [recognizerOf('r')],
        sinceAgentMs: () => (callCount++ === 0 ? beginMs : endMs + timing.voiceClosesMs),
        kindOf: (_text, overlap) => {
          overlaps.push(overlap);
          return undefined;
        },
      });
      listener.push(joinSamples([await speech('Mening ismim Aziz.'), silence(900)]));
      await listener.end();
      expect(overlaps).toEqual([expectedOverlap]);
    },
  );
});

describe('recognisers in order of fallback', () => {
  it('skip a recogniser in the turns after it has hung', async () => {
    const { recognizerOf, requests } = await startVendor();
    const recognizers = [recognizerOf('r:hang'), recognizerOf('r')];
    const options = { language: () => 'uz' as const, recognizers, timeoutMs: 2_000 };
    const samples = await speech('Mening ismim Aziz.');
    for (let turns = 0; turns < 3; turns++)
      expect(await recognizeWithFallback(samples, options, new AbortController().signal)).toBe(
        'Mening ismim Aziz.',
      );
    expect(requests.map(({ model }) => model)).toEqual(['r:hang', 'r', 'r', 'r']);
  });

  it('wait for the only recogniser, but less in the turns after it has hung', async () => {
    const { recognizerOf, requests } = await startVendor();
    const options = {
      language: () => 'uz' as const,
      recognizers: [recognizerOf('r:hang')],
      timeoutMs: 4_000,
    };
    const samples = await speech('Mening ismim Aziz.');
    const turn = async () => {
      const begunAtMs = performance.now();
      expect(await recognizeWithFallback(samples, options, new AbortController().signal)).toBeUndefined();
      return performance.now() - begunAtMs;
    };
    const firstTurnMs = await turn();
    expect(firstTurnMs).toBeGreaterThan(3_900);
    expect(await turn()).toBeLessThan(firstTurnMs - 1_000);
    expect(requests).toHaveLength(2);
  });

  it('give the only recogniser its whole time again 20 s after it was too slow', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const limitsMs: (number | undefined)[] = [];
    const slow: Recognizer = {
      name: 'local',
      async transcribe(_samples, { timeoutMs }) {
        limitsMs.push(timeoutMs);
        throw new AppError('speech_timeout');
      },
    };
    const options = { language: () => 'uz' as const, recognizers: [slow] };
    for (let turns = 0; turns < 4; turns++) {
      await recognizeWithFallback(silence(300), options, new AbortController().signal);
      vi.advanceTimersByTime(8_000);
    }
    expect(limitsMs).toEqual([2_500, 800, 800, 2_500]);
  });

  it('ask a broken model of this machine last in the next turns, and report it', async () => {
    const { recognizerOf } = await startVendor();
    const asked: string[] = [];
    const failed: string[] = [];
    const options = {
      language: () => 'uz' as const,
      recognizers: [localRecognizer('/no/such/folder'), recognizerOf('r')],
      onRequest: (name: string) => asked.push(name),
      onFailed: (name: string) => failed.push(name),
    };
    const samples = await speech('Mening ismim Aziz.');
    for (let turns = 0; turns < 2; turns++)
      await recognizeWithFallback(samples, options, new AbortController().signal);
    expect(asked).toEqual(['local', 'openai', 'openai']);
    expect(failed).toEqual(['local']);
  });

  it('ask a recogniser first in its own language after it lacked another', async () => {
    const { recognizerOf } = await startVendor();
    const uzbekOnly: Recognizer = {
      name: 'local',
      knows: (language) => language === 'uz',
      async transcribe(_, { language }) {
        if (language !== 'uz') throw new AppError('speech_unavailable');
        return { text: 'salom' };
      },
    };
    const failed: string[] = [];
    const hearIn = (language: Language) =>
      recognizeWithFallback(
        silence(300),
        {
          language: () => language,
          recognizers: [uzbekOnly, recognizerOf('r')],
          onFailed: (name) => failed.push(name),
        },
        new AbortController().signal,
      );
    await hearIn('ru');
    expect(await hearIn('uz')).toBe('salom');
    expect(failed).toEqual([]);
  });

  // stt-vendors.test.ts checks which other answers are errors. The second recogniser has the same timeout.
  it.each([
    ['r:500', 20_000],
    ['r:cut', 20_000],
    ['r:hang', 3_000],
    ['r:slow', 3_000],
    ['r:endless', 3_000],
  ])('fall back from %s to the next one', async (first, timeoutMs) => {
    // The slow recogniser takes ten times as long: 5 s.
    const { recognizerOf, requests } = await startVendor(undefined, 500);
    const options = {
      language: () => 'uz' as const,
      recognizers: [recognizerOf(first), recognizerOf('r')],
      timeoutMs,
    };
    const samples = await speech('Mening ismim Aziz.');
    expect(await recognizeWithFallback(samples, options, new AbortController().signal)).toBe(
      'Mening ismim Aziz.',
    );
    expect(requests.map(({ model }) => model)).toEqual([first, 'r']);
  });

  it('report the seconds of each vendor request, for its cost', async () => {
    const { recognizerOf } = await startVendor();
    const requestedS: number[] = [];
    const options = {
      language: () => 'uz' as const,
      recognizers: [recognizerOf('r:500'), recognizerOf('r')],
      onRequest: (_name: string, seconds: number) => requestedS.push(seconds),
    };
    const samples = await speech('Mening ismim Aziz.');
    await recognizeWithFallback(samples, options, new AbortController().signal);
    expect(requestedS).toEqual([samples.length / rateHz, samples.length / rateHz]);
  });

  it('do not fall back if the first one hears no words', async () => {
    const { recognizerOf, requests } = await startVendor();
    const samples = joinSamples([await speech('Mening ismim Aziz.'), silence(900)]);
    expect(await hear([recognizerOf('r:empty'), recognizerOf('r')], samples)).toEqual([]);
    expect(requests.every(({ model }) => model === 'r:empty')).toBe(true);
  });
});
