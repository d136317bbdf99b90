/** The usual marks for the Uzbek ʻ and ʼ, and the soft and hard signs, which have no letter in Latin. */
const silentMarks = /[ʻʼ‘’'`´ʹʺ"ьъ]/g;
const combiningMarks = /\p{M}/gu;

/** Cyrillic letters as Latin ones. Uzbek and Russian share one table: a query only has to match its text. */
const latin: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ғ: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'y' },
  ...{ к: 'k', қ: 'q', л: 'l', м: 'm', н: 'n', о: 'o', ў: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u' },
  ...{ ф: 'f', х: 'x', ҳ: 'h', ц: 's', ч: 'ch', ш: 'sh', щ: 'sh', ы: 'i', э: 'e', ю: 'yu', я: 'ya' },
};

/** Russian and English spellings of Uzbek names, by the beginning of the searchable word. */
const localNames: [foreign: RegExp, own: string][] = [
  [/^uzbek/, 'ozbek'],
  [/^tashkent/, 'toshkent'],
  [/^samarkand/, 'samarqand'],
  [/^bu(?:x|kh)ara?/, 'buxoro'],
  [/^fergan/, 'fargon'],
  [/^andi(?:j|zh)an/, 'andijon'],
  [/^kokand/, 'qoqon'],
  [/^karshi/, 'qarshi'],
  [/^termez/, 'termiz'],
  [/^(?:x|kh)orezm/, 'xorazm'],
  [/^urgench/, 'urganch'],
  [/^(?:d?j|dzh)izak/, 'jizzax'],
  [/^gulistan/, 'guliston'],
  [/^surxandar/, 'surxondar'],
  [/^kashkadar/, 'qashqadar'],
];

function ownName(word: string): string {
  const localName = localNames.find(([foreign]) => foreign.test(word));
  return localName === undefined ? word : word.replace(...localName);
}

/** The searchable form of a text: small Latin letters without marks. `Oʻzbek`, `ozbek`, `ўзбек` and `узбек` are one word. */
export function searchText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(silentMarks, '')
    .replaceAll('ş', 'sh')
    .replaceAll('ç', 'ch')
    .replaceAll(/[Ѐ-ӿ]/g, (letter) => latin[letter] ?? letter)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(combiningMarks, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map(ownName)
    .join(' ');
}

/** The words of a search, each to be found as the beginning of a word; at most ten. */
export function searchWords(query: string): string[] {
  return searchText(query).split(' ').filter(Boolean).slice(0, 10);
}

/** The searchable forms of a phone number: whole, without the country, and its last seven or four digits. */
export function phoneSearchText(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return [digits, digits.slice(3), digits.slice(-7), digits.slice(-4)].join(' ');
}
