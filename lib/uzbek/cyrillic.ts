import { LETTER_MARK, TUTUQ } from './apostrophes.ts';

const plain: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', ж: 'j', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'x', ч: 'ch' },
  ...{ ш: 'sh', э: 'e', ю: 'yu', я: 'ya', ё: 'yo', қ: 'q', ҳ: 'h', ь: '' },
  ...{ ў: `o${LETTER_MARK}`, ғ: `g${LETTER_MARK}` },
  // Not Uzbek, but met in Russian words and in the names of neighbours.
  ...{ щ: 'shch', ы: 'i', і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ә: 'a', ң: 'ng', ө: `o${LETTER_MARK}` },
  ...{ ү: 'u', ұ: 'u', һ: 'h', җ: 'j', ӣ: 'i', ӯ: `o${LETTER_MARK}`, ҷ: 'j' },
};

const VOWELS = new Set('аоуэиеёюяўыәөүұіїє');
const IOTATED = new Set('еёюя');

/** Where the Latin orthography spells a word otherwise than its Cyrillic letters (rules 1 and 4). */
const STEMS = /(?<=сент|окт)я(?=бр)|(?<=б)ю(?=джет)|(?<=ал)ю(?=мин)/giu;
const respelled: Record<string, string> = { я: 'а', Я: 'А', ю: 'у', Ю: 'У' };

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

/** What one small Cyrillic letter becomes between its neighbours (small as well), or undefined. */
function latin(letter: string, before: string | undefined, after: string | undefined): string | undefined {
  const afterVowel = before !== undefined && VOWELS.has(before);
  switch (letter) {
    case 'е': // Yevropa, poyezd; obyekt, premyera; but mehmon
      return !isLetter(before) || afterVowel || before === 'ъ' || before === 'ь' ? 'ye' : 'e';
    case 'ц': // litsey, abzats; but sirk, konsert
      return afterVowel ? 'ts' : 's';
    case 'ъ': // maʼno, sanʼat; but moʻjiza, obyekt
      if (before === 'ў' || !isLetter(before)) return '';
      return !afterVowel && after !== undefined && IOTATED.has(after) ? '' : TUTUQ;
    case 'о': // batalyon
      return before === 'ь' ? 'yo' : 'o';
    case 'с': // asʼhob: s and h that are not the letter sh
      return after === 'ҳ' ? `s${TUTUQ}` : 's';
    default:
      return plain[letter];
  }
}

function capitalised(spelling: string, wholeWord: boolean): string {
  return wholeWord ? spelling.toUpperCase() : spelling.charAt(0).toUpperCase() + spelling.slice(1);
}

/**
 * Uzbek Cyrillic to the Latin alphabet, letter by letter as the orthography maps them; what is not Cyrillic
 * stays. A Russian word comes out as an Uzbek reader would spell it. Source: the alphabet law of
 * 2 September 1993 as amended on 6 May 1995, and resolution No. 339 of 24 August 1995, rules 17 (sʼh) and 32
 * (the tutuq belgisi).
 */
export function cyrillicToLatin(text: string): string {
  if (!/\p{Script=Cyrillic}/u.test(text)) return text;
  const characters = Array.from(text.replace(STEMS, (letter) => respelled[letter] ?? letter));
  const small = characters.map((character) => character.toLowerCase());
  return characters
    .map((character, at) => {
      const letter = small[at] ?? character;
      const spelling = latin(letter, small[at - 1], small[at + 1]);
      if (spelling === undefined || character === letter) return spelling ?? character;
      const shouts = (neighbour: string | undefined, lower: string | undefined) =>
        isLetter(neighbour) && neighbour !== lower;
      return capitalised(
        spelling,
        shouts(characters[at + 1], small[at + 1]) || shouts(characters[at - 1], small[at - 1]),
      );
    })
    .join('')
    .normalize('NFC');
}
