import { describe, expect, test } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { findProgram } from '../../lib/server/platform/find-program.mjs';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { programEngine } from '../../lib/server/speech/vendors/espeak/index.ts';
import { wasmEngine } from '../../lib/server/speech/vendors/espeak/wasm.ts';
import { textOf } from '../../lib/server/plan/script.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Phrases } from './call-voice.ts';

const builtIn = interviewPlan.parse({});
const program = findProgram(['espeak-ng']);
const engines = [
  { kind: 'npm build', engine: wasmEngine() },
  ...(program === undefined ? [] : [{ kind: 'program', engine: programEngine(program) }]),
];

describe.each(engines)('eSpeak NG ($kind)', ({ engine }) => {
  const voice = localSynthesizer(engine);
  const phrases = new Phrases([voice]);

  test.each(languages)(
    'says the notice of AI and recording in four seconds at most: %s',
    async (language) => {
      const text = textOf('agent_greeting', builtIn, language);
      const cachedSamples = () => phrases.cached({ voice: voice.name, kind: builtIn.voice, language, text });
      // On a busy machine the voice may miss its deadline at first.
      await expect
        .poll(async () => {
          await phrases.warm(builtIn, language, ['agent_greeting']);
          return cachedSamples();
        })
        .toBeDefined();
      const samples = await cachedSamples();
      expect((samples?.length ?? Infinity) / voiceRateHz).toBeLessThanOrEqual(4);
    },
  );
});
