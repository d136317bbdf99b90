import { describe, expect, it, onTestFinished } from 'vitest';
import { openAiSynthesizer } from '../../lib/server/speech/vendors/openai.ts';
import { type Fault, LoopbackVendor } from '../testing/loopback-vendor.ts';
import { SentenceCutter } from '../conversation/sentence-cutter.ts';
import { voiceRateHz } from './phrases.ts';
import { speakReply } from '../testing/speak-reply.ts';
import { speakWithFallback } from './voices.ts';

async function vendor(fault?: Fault) {
  const faults = fault === undefined ? {} : { voice: fault };
  const started = await new LoopbackVendor({ voiceMs: fault === 'slow' ? 100 : 1, faults }).start();
  onTestFinished(() => started.close());
  return { asked: started.asked, synthesizer: openAiSynthesizer({ baseUrl: started.url }) };
}

const language = () => 'uz' as const;

describe('the cutting of a text that is still being written', () => {
  it('gives the first piece at its first clause, the others as sentences', () => {
    const cutter = new SentenceCutter();
    const pieces = ['Tushundim,', ' rahmat', ' sizga. Endi ayting-chi,', ' qayerda ishlaysiz? '].flatMap(
      (part) => cutter.push(part),
    );
    expect([...pieces, ...cutter.rest()]).toEqual([
      'Tushundim,',
      'rahmat sizga. Endi ayting-chi, qayerda ishlaysiz?',
    ]);
  });

  it('cuts no number and no abbreviation in its middle, and loses no letter', () => {
    const cutter = new SentenceCutter();
    const text = 'Narxi 1.500 soʻm boʻladi, bu 2.5 barobar arzon. Xayr';
    const pieces = [...text].flatMap((letter) => cutter.push(letter));
    expect([...pieces, ...cutter.rest()].join(' ')).toBe(text);
  });
});

describe('a reply in the agent’s voice', () => {
  it('is spoken sentence by sentence, in order', async () => {
    const { asked, synthesizer } = await vendor();
    const tokens = ['Tushundim, ', 'rahmat sizga, Aziz aka. ', 'Qayerda ', 'ishlaysiz?'];
    const { samples } = await speakReply(tokens, { language, synthesizers: [synthesizer] });
    expect(asked.map(({ text }) => text)).toEqual([
      'Tushundim,',
      'rahmat sizga, Aziz aka.',
      'Qayerda ishlaysiz?',
    ]);
    expect(samples).toBeGreaterThan(24_000);
  });

  it('has a line of the script as it is known, whole', async () => {
    const { asked, synthesizer } = await vendor();
    const line = 'Keling, tanishib olaylik: ismingiz nima?';
    const known = (text: string) => (text === line ? Promise.resolve(new Int16Array(2_400)) : undefined);
    const tokens = ['Tanishganimdan xursandman! ', `${line} `];
    await speakReply(tokens, { language, synthesizers: [synthesizer], known });
    expect(asked.map(({ text }) => text)).toEqual(['Tanishganimdan xursandman!']);
  });
});

describe('voices in a row', () => {
  it.each(['cut', 'endless'] as const)(
    'say what came of one that is %s, no longer than a sentence takes, and the next sentence in another voice',
    async (fault) => {
      const first = await vendor(fault);
      const second = await vendor();
      const options = { language, synthesizers: [first.synthesizer, second.synthesizer] };
      const say = async (sentence: string) => {
        const pieces = await Array.fromAsync(
          speakWithFallback(sentence, options, new AbortController().signal),
        );
        return pieces.reduce((length, piece) => length + piece.length, 0) / voiceRateHz;
      };
      const saidS = await say('Assalomu alaykum!');
      expect(saidS).toBeGreaterThan(0.2);
      expect(saidS).toBeLessThan(8);
      expect(await say('Xayr!')).toBeGreaterThan(0.2);
      expect(second.asked.map(({ text }) => text)).toEqual(['Xayr!']);
    },
  );

  it('leave one that hangs out of the next sentences', async () => {
    const first = await vendor('hang');
    const second = await vendor();
    const options = { language, synthesizers: [first.synthesizer, second.synthesizer], firstSoundMs: 2_000 };
    for (let sentences = 0; sentences < 3; sentences++)
      await Array.fromAsync(speakWithFallback('Assalomu alaykum!', options, new AbortController().signal));
    expect(first.asked).toHaveLength(1);
    expect(second.asked).toHaveLength(3);
  });

  it.each([500, 429, 'hang', 'slow', 'empty', 'garbage'] as const)(
    'leave one that answers %s for the next, with the same sentence',
    async (fault) => {
      const first = await vendor(fault);
      const second = await vendor();
      const given: number[] = [];
      const options = {
        language,
        synthesizers: [first.synthesizer, second.synthesizer],
        firstSoundMs: 400,
        onAsked: (_name: string, characters: number) => given.push(characters),
      };
      const pieces = await Array.fromAsync(
        speakWithFallback('Assalomu alaykum!', options, new AbortController().signal),
      );
      expect(pieces.reduce((length, { length: more }) => length + more, 0)).toBeGreaterThan(10_000);
      expect(second.asked.map(({ text }) => text)).toEqual(['Assalomu alaykum!']);
      // Each of them may ask for money.
      expect(given).toEqual([17, 17]);
    },
  );
});
