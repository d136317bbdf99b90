/** One of the four demo texts. The product's own voice records them (`npm run art`). */
export interface DemoText {
  id: 1 | 2 | 3 | 4;
  text: string;
  /** Path of its recording without the file extension. There is a file of each type in `demoAudioTypes`. */
  audio: string;
}

/** The voice of the recordings. This server may use another voice for other texts. */
export const builtInVoiceName = 'Ovoz';

/** File extensions and media types of the recordings. Plain Chromium lacks AAC, so it gets Opus. */
export const demoAudioTypes = {
  '.m4a': 'audio/mp4; codecs="mp4a.40.2"',
  '.webm': 'audio/webm; codecs="opus"',
} as const;

/** The extension of the recordings that this browser plays; .m4a if it plays neither. */
export function playableExtension(): string {
  const player = document.createElement('audio');
  const playable = Object.entries(demoAudioTypes).find(([, type]) => player.canPlayType(type) !== '');
  return playable?.[0] ?? '.m4a';
}

export const demoTexts: readonly [DemoText, DemoText, DemoText, DemoText] = [
  {
    id: 1,
    text: 'Assalomu alaykum! Siz “Chorsu” doʻkoniga qoʻngʻiroq qildingiz. Buyurtmangiz tayyor: uni bugun soat 18:00 gacha olib ketishingiz mumkin. Savolingiz boʻlsa, marhamat, soʻrang.',
    audio: '/demo/1',
  },
  {
    id: 2,
    text: 'Toshkentda bugun havo ochiq. Kunduzi 24 daraja issiq, kechqurun 11 daraja boʻladi. Shamol shimoldan sekundiga 5 metr tezlikda esadi, yogʻingarchilik kutilmaydi.',
    audio: '/demo/2',
  },
  {
    id: 3,
    text: 'Bir bor ekan, bir yoʻq ekan, qadim zamonda togʻ etagidagi qishloqda bir chol yashagan ekan. Uning na oltini, na kumushi bor ekan, faqat shirin soʻzi va bir tup oʻrigi bor ekan.',
    audio: '/demo/3',
  },
  {
    id: 4,
    text: 'Hurmatli mijoz, hisobingizda 125 000 soʻm bor. Keyingi toʻlov 2026-yil 5-dekabrda. Toʻlovni ilova orqali ham, eng yaqin bankda ham amalga oshirishingiz mumkin.',
    audio: '/demo/4',
  },
];

/** The fairy tale. It has no numbers, so a recogniser can return exactly this text. */
export const [, , recognitionSample] = demoTexts;

/** Returns the demo text with this wording; null for an edited or other text. */
export function demoTextOf(text: string): DemoText | null {
  return demoTexts.find((demo) => demo.text === text.trim()) ?? null;
}

/** The simulated delay before a demo text's recording: 1500 ms plus 2 ms a character, at most 1000 ms more. */
export function demoDelayMs(text: string): number {
  return 1500 + Math.min(2 * [...text].length, 1000);
}
