import { sentencesOf, withOneApostrophe } from '../../lib/words.ts';

/** A clause, or the rest of one after "and" or "well", begins here: «до завтра» also means "until tomorrow". */
const begins = '(?<=^ *|[.,!…;:—–-] *|(?<!\\p{L})(?:and|well|so|и|ну|тогда|спасибо|хорошо|va|rahmat|mayli) )';
/** A clause ends here, or a second wish follows. */
const ends = '(?= *(?:[.,!…;:—–]|и |and |va |$))';

const farewells = [
  // English
  '(?<!say )good[- ]?bye|(?<!good[- ])bye(?:[- ]bye)?',
  '(?:see|talk to|speak to) you (?:soon|later|then|tomorrow|again)(?= *[.!…,]|$)',
  'take care(?= *[.!…]|$)',
  '(?<!to )have an? (?:nice|good|great|lovely|wonderful|pleasant) (?:rest of (?:your|the) )?(?:day|evening|afternoon|night|weekend|one)',
  // Russian
  'до (?:свидания|свиданья)',
  `${begins}до (?:скорой )?(?:встречи|скорого|завтра)`,
  'всего (?:вам )?(?:самого )?(?:доброго|хорошего|наилучшего)',
  `(?:хорошего|приятного|удачного|отличного|прекрасного|замечательного)(?: вам)? (?:дня|вечера)${ends}`,
  '(?:хороших|приятных)(?: вам)? выходных',
  'прощайте',
  // Uzbek
  `xayr${ends}|koʻrishguncha|xush qoling|yaxshi qoling`,
  '(?:salomat|sogʻ|omon|sogʻ-salomat|sogʻ-omon) boʻling',
  'xayrli (?:kun|oqshom|kech|tun) tila\\p{L}+',
  '(?:kuningiz|oqshomingiz) (?:xayrli|yaxshi) (?:oʻtsin|boʻlsin)',
  'yaxshi kunlar tila\\p{L}+',
].join('|');
const farewell = new RegExp(`(?<![\\p{L}ʻ-])(?:${farewells})(?![\\p{L}ʻ]|-\\p{L})`, 'iu');
/** A goodbye only as the whole last sentence, perhaps with a name: «пока» also means "for now", "xayrli kun" also greets. */
const shortFarewells = [
  '(?:speak|talk) soon|see you|good night|all the best|until next time|enjoy (?:the rest of )?your (?:day|evening|weekend)',
  '(?:ну )?пока(?:-пока)?|счастливо|удачи|до связи|(?:спокойной|доброй) ночи|будьте здоровы',
  'xayrli (?:kun|oqshom|kech|tun)|yaxshi kunlar|koʻrishamiz|omad|(?:sizga )?omad tilayman',
].join('|');
const shortFarewell = new RegExp(`^(?:${shortFarewells})(?: sizga| вам| then)?(?:, \\p{L}+)?[.!…]*$`, 'iu');

/** True if one of a reply's last two sentences says goodbye, and the reply has no question mark. */
export function isFarewell(reply: string): boolean {
  if (reply.includes('?')) return false;
  const sentences = sentencesOf(withOneApostrophe(reply)).filter((sentence) => /\p{L}/u.test(sentence));
  return (
    sentences.slice(-2).some((sentence) => farewell.test(sentence)) ||
    shortFarewell.test(sentences.at(-1) ?? '')
  );
}
