import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../contracts/errors.ts';
import type { SampleCaption, SampleState } from '../../contracts/sample.ts';
import { type Language, isLanguage, languages } from '../../i18n/language.ts';
import { sampleConversation } from '../../sample-conversation.ts';
import { wavFile } from '../../wav.ts';
import { durationS, joinSamples, pcmRateHz } from '../audio/pcm.ts';
import { env } from '../platform/env.ts';
import type { Synthesizer } from './interfaces.ts';
import { modelFor } from './models/folder.ts';
import { formatCaptions, parseCaptions, voiceOfCaptions } from './sample-captions.ts';
import { synthesizer } from './tts.ts';

/** The endings and media types of a sample's sound. */
const types = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.webm': 'audio/webm',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
} as const;

const pauseS = 0.45;

export interface Sample {
  audio: string;
  type: string;
  captions: string;
}

/** The folder has a sound for each language, with its words beside it: `uz.mp3` and `uz.vtt`. */
function samplesFolder(): string {
  return path.join(
    /* turbopackIgnore: true */ path.resolve(/* turbopackIgnore: true */ env().DATA_DIR),
    'samples',
  );
}

/** The sample conversation for pages in this language; null if there is none. */
export function sampleIn(language: Language): Sample | null {
  const folder = samplesFolder();
  const inFolder = (name: string) => path.join(/* turbopackIgnore: true */ folder, name);
  const captions = inFolder(`${language}.vtt`);
  const files = Object.entries(types).map(([ending, type]) => ({
    audio: inFolder(`${language}${ending}`),
    captions,
    type,
  }));
  return existsSync(captions) ? (files.find(({ audio }) => existsSync(audio)) ?? null) : null;
}

/** @throws AppError not_found */
export function requireSample(language: string): Sample {
  const sample = isLanguage(language) ? sampleIn(language) : null;
  if (sample === null) throw new AppError('not_found');
  return sample;
}

export function sampleLanguages(): Language[] {
  return languages.filter((language) => sampleIn(language) !== null);
}

/** The voice that speaks a language. Undefined for eSpeak NG, whose robotic voice must not be a visitor's first impression. */
export function goodVoice(language: Language): string | undefined {
  const { name } = synthesizer();
  if (name !== 'local') return name;
  const folder = language === 'uz' ? env().TTS_MODEL_DIR : undefined;
  return folder ?? modelFor('voice', language)?.id;
}

/** The sample of each language, and whether it can be made. */
export function sampleStates(): Promise<SampleState[]> {
  return Promise.all(
    languages.map(async (language) => {
      const voice = goodVoice(language);
      const facts = { language, hasVoice: voice !== undefined };
      const sample = sampleIn(language);
      if (sample === null) return { ...facts, state: 'none' as const };
      const vtt = await readFile(sample.captions, 'utf8');
      const madeBy = voiceOfCaptions(vtt);
      const madeState = madeBy === voice ? ('made' as const) : ('outdated' as const);
      return { ...facts, state: madeBy === null ? 'own' : madeState, lastsS: parseCaptions(vtt).at(-1)?.toS };
    }),
  );
}

/**
 * Makes the sample with the configured voice, unless the owner has recorded one.
 * @throws AppError forbidden for an owner's recording, speech_unavailable if only eSpeak NG speaks the language
 */
export async function makeSample(language: Language): Promise<void> {
  const { state, hasVoice } = (await sampleStates()).find((each) => each.language === language) ?? {};
  if (state === 'own') throw new AppError('forbidden', { detail: 'The owner has recorded this sample.' });
  if (!hasVoice) throw new AppError('speech_unavailable');
  await synthesizeSample(synthesizer(), language);
}

/** Synthesizes the conversation. Returns the path of its sound; the words are stored beside it. */
export async function synthesizeSample(voice: Synthesizer, language: Language): Promise<string> {
  const pieces: Int16Array[] = [];
  const captions: SampleCaption[] = [];
  const lengthS = () => durationS(pieces.reduce((sum, { length }) => sum + length, 0));
  for (const line of sampleConversation[language]) {
    const fromS = lengthS();
    for await (const piece of voice.synthesize(line.text, {
      language,
      voice: line.speaker === 'visitor' ? 'male' : 'female',
    }))
      pieces.push(piece);
    captions.push({ ...line, fromS, toS: lengthS() });
    pieces.push(new Int16Array(Math.round(pauseS * pcmRateHz)));
  }
  const folder = samplesFolder();
  const audio = path.join(folder, `${language}.wav`);
  const words = path.join(folder, `${language}.vtt`);
  await mkdir(folder, { recursive: true });
  // A folder of its own: another tab may make the same sample.
  const scratch = await mkdtemp(path.join(folder, 'new-'));
  const [newAudio, newWords] = [path.join(scratch, 'wav'), path.join(scratch, 'vtt')];
  try {
    await writeFile(newAudio, wavFile(joinSamples(pieces)));
    await writeFile(newWords, formatCaptions(captions, goodVoice(language) ?? voice.name));
    // Without its sound there is no sample, so the new words are never shown with the old sound.
    await rm(audio, { force: true });
    await rename(newWords, words);
    await rename(newAudio, audio);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return audio;
}

export async function captionsOf({ captions }: Sample): Promise<SampleCaption[]> {
  return parseCaptions(await readFile(captions, 'utf8'));
}
