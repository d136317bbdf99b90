import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../lib/contracts/errors.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { openAiSynthesizer } from '../../lib/server/speech/vendors/openai.ts';
import { type Fault, LoopbackVendor } from '../testing/loopback-vendor.ts';
import { textOf } from '../../lib/server/plan/script.ts';
import { SentenceCutter } from '../language/sentence-cutter.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Phrases } from './call-voice.ts';
import { fourTopics } from '../testing/plan.ts';
import { speakReply } from '../testing/speak-reply.ts';
import { CallVoice } from './call-voice.ts';

async function vendor(fault?: Fault) {
  const faults = fault === undefined ? {} : { voice: fault };
  const started = await new LoopbackVendor({ voiceDelayMs: fault === 'slow' ? 100 : 1, faults }).start();
  onTestFinished(() => started.close());
  return {
    requests: started.requests,
    settings: started.settings,
    synthesizer: openAiSynthesizer({ baseUrl: started.url }),
  };
}

const languageOf = () => 'uz' as const;
const speechS = async (voice: CallVoice, sentence: string) => {
  const pieces = await Array.fromAsync(voice.speak(sentence, new AbortController().signal));
  return pieces.reduce((length, piece) => length + piece.length, 0) / voiceRateHz;
};

describe('cutting a text that is still being written', () => {
  it('yields the first clause as soon as it ends, and then whole sentences', () => {
    const cutter = new SentenceCutter();
    const pieces = ['Tushundim,', ' rahmat', ' sizga. Endi ayting-chi,', ' qayerda ishlaysiz? '].flatMap(
      (part) => cutter.push(part),
    );
    expect([...pieces, ...cutter.flush()]).toEqual([
      'Tushundim,',
      'rahmat sizga. Endi ayting-chi, qayerda ishlaysiz?',
    ]);
  });

  it('cuts no number in its middle, and loses no letter', () => {
    const cutter = new SentenceCutter();
    const text = 'Narxi 1.500 soʻm boʻladi, bu 2.5 barobar arzon. Xayr';
    const pieces = [...text].flatMap((letter) => cutter.push(letter));
    expect([...pieces, ...cutter.flush()].join(' ')).toBe(text);
  });
});

describe('a reply in the agent’s voice', () => {
  it('is spoken sentence by sentence, in order', async () => {
    const { requests, synthesizer } = await vendor();
    const tokens = ['Tushundim, ', 'rahmat sizga, Aziz aka. ', 'Qayerda ', 'ishlaysiz?'];
    const { samples } = await speakReply(tokens, { languageOf, synthesizers: [synthesizer] });
    expect(requests.map(({ text }) => text)).toEqual([
      'Tushundim,',
      'rahmat sizga, Aziz aka.',
      'Qayerda ishlaysiz?',
    ]);
    expect(samples).toBeGreaterThan(24_000);
  });

  it('plays a line of the script that was synthesized ahead of time, without another request', async () => {
    const { requests, synthesizer } = await vendor();
    const phrases = new Phrases([synthesizer]);
    await phrases.warm(fourTopics, 'uz', ['agent_ask_name']);
    const line = textOf('agent_ask_name', fourTopics, 'uz');
    const options = { languageOf, phrases, scriptLanguages: () => ['uz'] as const };
    const tokens = ['Tanishganimdan xursandman! ', `${line} `];
    await speakReply(tokens, { ...options, synthesizers: [synthesizer] });
    expect(requests.map(({ text }) => text)).toEqual([line, 'Tanishganimdan xursandman!']);
  });
});

describe('voices in order of fallback', () => {
  it.each(['cut', 'endless'] as const)(
    "play the beginning of a voice that is %s, for at most a sentence's length, and the next sentence in another voice",
    async (fault) => {
      const first = await vendor(fault);
      const second = await vendor();
      const voice = new CallVoice({ languageOf, synthesizers: [first.synthesizer, second.synthesizer] });
      const saidS = await speechS(voice, 'Assalomu alaykum!');
      expect(saidS).toBeGreaterThan(0.2);
      expect(saidS).toBeLessThan(8);
      expect(await speechS(voice, 'Xayr!')).toBeGreaterThan(0.2);
      expect(second.requests.map(({ text }) => text)).toEqual(['Xayr!']);
    },
  );

  it('skip a voice after it hung, and use it again in the next call', async () => {
    const first = await vendor('hang');
    const second = await vendor();
    const options = {
      languageOf,
      synthesizers: [first.synthesizer, second.synthesizer],
      soundTimeoutMs: 2_000,
    };
    const call = new CallVoice(options);
    for (let sentences = 0; sentences < 3; sentences++) await speechS(call, 'Assalomu alaykum!');
    expect(first.requests).toHaveLength(1);
    expect(second.requests).toHaveLength(3);
    await speechS(new CallVoice(options), 'Assalomu alaykum!');
    expect(first.requests).toHaveLength(2);
  });

  it('do not change twice within a reply', async () => {
    const second = await vendor();
    let requests = 0;
    const first: Synthesizer = {
      name: 'first',
      async *synthesize(_, { signal }) {
        if (requests++ === 0)
          await new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
        yield new Int16Array(2_400).fill(3_000);
      },
      warm: async () => {},
    };
    const synthesizers = [first, second.synthesizer];
    await speakReply(['Assalomu alaykum! ', 'Ismingiz nima? '], {
      languageOf,
      synthesizers,
      soundTimeoutMs: 200,
    });
    expect(second.requests.map(({ text }) => text)).toEqual(['Assalomu alaykum!', 'Ismingiz nima?']);
  });

  it('speak a line of the script in the voice of the call, even if another voice made it ahead of time', async () => {
    const first = await vendor();
    const second = await vendor();
    const synthesizers = [first.synthesizer, { ...second.synthesizer, name: 'second' }];
    const phrases = new Phrases(synthesizers);
    await phrases.warm(fourTopics, 'uz', ['agent_ask_name']);
    const voice = new CallVoice({ languageOf, synthesizers, phrases, scriptLanguages: () => ['uz'] });
    const line = textOf('agent_ask_name', fourTopics, 'uz');
    expect(voice.isMade(line)).toBe(true);
    first.settings.faults = { voice: 500 };
    await speechS(voice, 'Assalomu alaykum!');
    expect(voice.isMade(line)).toBe(false);
    await speechS(voice, line);
    expect(second.requests.map(({ text }) => text)).toEqual(['Assalomu alaykum!', line]);
  });

  it('fall back for a language that the first one lacks, and use the first one for its own', async () => {
    const second = await vendor();
    const first: Synthesizer = {
      name: 'first',
      async *synthesize(_, { language }) {
        if (language === 'uz') throw new AppError('speech_unavailable');
        yield new Int16Array(2_400).fill(3_000);
      },
      warm: async () => {},
    };
    const voice = new CallVoice({
      languageOf: (sentence) => (sentence === 'Hello!' ? 'en' : 'uz'),
      synthesizers: [first, second.synthesizer],
    });
    for (const sentence of ['Salom!', 'Hello!', 'Xayr!']) await speechS(voice, sentence);
    expect(second.requests.map(({ text }) => text)).toEqual(['Salom!', 'Xayr!']);
  });

  it.each([500, 429, 'hang', 'slow', 'empty', 'garbage'] as const)(
    'fall back from a voice that answers %s to the next, with the same sentence',
    async (fault) => {
      const first = await vendor(fault);
      const second = await vendor();
      const billedCharacters: number[] = [];
      const voice = new CallVoice({
        languageOf,
        synthesizers: [first.synthesizer, second.synthesizer],
        soundTimeoutMs: 400,
        onRequest: (_name, characters) => billedCharacters.push(characters),
      });
      expect(await speechS(voice, 'Assalomu alaykum!')).toBeGreaterThan(0.4);
      expect(second.requests.map(({ text }) => text)).toEqual(['Assalomu alaykum!']);
      // Each request may cost money.
      expect(billedCharacters).toEqual([17, 17]);
    },
  );
});
