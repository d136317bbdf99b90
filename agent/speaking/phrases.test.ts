import { describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Phrases, trimmed } from './call-voice.ts';
import { scriptOf, scriptSentences, wordsOf } from '../../lib/server/plan/script.ts';

describe('the silence around a sentence', () => {
  it('is cut off, except for 10 ms on each side', () => {
    const voice = Int16Array.from({ length: 2_400 }, () => 9_000);
    const samples = new Int16Array(12_000);
    samples.set(voice, 4_800);
    expect(trimmed(samples)).toHaveLength(2_400 + 2 * 240);
  });

  it('stays if there is nothing else', () => {
    expect(trimmed(new Int16Array(1_000))).toHaveLength(1_000);
  });
});

describe('the script in the agent’s voice', () => {
  const plan = interviewPlan.parse({});
  const voiceOf = (name: string, fails: () => boolean): Synthesizer => ({
    name,
    async *synthesize() {
      if (fails()) throw new AppError('speech_failed');
      yield new Int16Array(2_400).fill(2_000);
    },
    warm: async () => {},
  });

  it.each(languages)('has every sentence in %s', async (requested) => {
    const phrases = new Phrases([localSynthesizer()]);
    const sentences = scriptSentences(scriptOf(plan, requested));
    await phrases.warm(plan, requested, sentences);
    for (const sentence of sentences) {
      const { text, language } = wordsOf(sentence, plan, requested);
      const samples = (await phrases.cached({ voice: 'local', kind: plan.voice, language, text })) ?? [];
      expect(samples.length).toBeGreaterThan(voiceRateHz * 0.3);
      expect(samples.some((sample) => Math.abs(sample) > 3_000)).toBe(true);
    }
  });

  it('is synthesized by the first voice only; after a failure it is synthesized when it is warmed again', async () => {
    let isDown = true;
    const phrases = new Phrases([voiceOf('first', () => isDown), voiceOf('second', () => false)]);
    const lines = scriptSentences(scriptOf(plan, 'uz'));
    const madeBy = (voice: string) =>
      lines.filter((line) => {
        const { text, language } = wordsOf(line, plan, 'uz');
        return phrases.cached({ voice, kind: plan.voice, language, text }) !== undefined;
      }).length;
    await phrases.warm(plan, 'uz', lines);
    expect([madeBy('first'), madeBy('second')]).toEqual([0, 0]);
    isDown = false;
    await phrases.warm(plan, 'uz', lines);
    expect([madeBy('first'), madeBy('second')]).toEqual([lines.length, 0]);
  });
});
