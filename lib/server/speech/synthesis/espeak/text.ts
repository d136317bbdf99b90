import type { Language } from '../../../../language.ts';
import { toSpoken } from '../../../../uzbek/index.ts';

const ampersand: Record<Language, string> = { uz: ' va ', ru: ' и ', en: ' and ' };

/** Controls (U+0001 begins a command to eSpeak NG), the marks of SSML and of its [[phonemes]], pictures. */
const NOT_SPOKEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD<>[\]{}\\^|~`]|(?![\d#*])\p{Emoji}|[\u{1F1E6}-\u{1F1FF}\uFE0F\u20E3]/gu;

/**
 * A text as eSpeak NG may have it: nothing in it is a command, and an Uzbek one has been put into words.
 * Its Uzbek voice knows ' alone: it stops at U+02BC and reads out the character's name.
 */
export function espeakText(text: string, language: Language): string {
  const wellFormed = text.toWellFormed();
  const spoken = language === 'uz' ? toSpoken(wellFormed).replace(/[\u02BB\u02BC]/gu, "'") : wellFormed;
  return spoken.replace(/&/gu, ampersand[language]).replace(NOT_SPOKEN, ' ').replace(/\s+/gu, ' ').trim();
}
