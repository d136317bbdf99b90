import { writeFile } from 'node:fs/promises';
import type { Language } from '../../lib/i18n/language.ts';
import { joinSamples, pcmRateHz } from '../../lib/server/audio/pcm.ts';
import { wavFile } from '../../lib/wav.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';

/** The visitor's looped speech: a pause for the agent, then this answer. */
const answers: Record<Language, string> = {
  uz: 'Mening ismim Aziz, Toshkentdan.',
  ru: 'Меня зовут Азиз, я из Ташкента.',
  en: 'My name is Aziz, from Tashkent.',
};

/** Writes a WAV in which the product's own voice answers after `pauseS` of silence. */
export async function writeSpokenWav(file: string, language: Language, pauseS: number): Promise<void> {
  const pause = new Int16Array(pauseS * pcmRateHz);
  const speech = await Array.fromAsync(localSynthesizer().synthesize(answers[language], { language }));
  await writeFile(file, wavFile(joinSamples([pause, ...speech])));
}
