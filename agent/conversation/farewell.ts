const farewells = [
  // English
  '(?<!say )good[- ]?bye|(?<!good[- ])bye(?:[- ]bye)?',
  '(?:see|talk to|speak to) you (?:soon|later|then|tomorrow|again)(?= *[.!…,]|$)',
  'take care(?= *[.!…]|$)',
  'have an? (?:nice|good|great|lovely|wonderful|pleasant) (?:day|evening|afternoon|night|weekend|one)',
  // Russian
  'до (?:свидания|свиданья|встречи|скорого|завтра)',
  'всего (?:вам )?(?:самого )?(?:доброго|хорошего|наилучшего)',
  '(?:хорошего|приятного|доброго|удачного)(?: вам)? (?:дня|вечера)',
  '(?:хороших|приятных)(?: вам)? выходных',
  'прощайте',
  // Uzbek
  'xayr|koʻrishguncha|xush qoling|yaxshi qoling',
  '(?:salomat|sogʻ|omon|sogʻ-salomat|sogʻ-omon) boʻling',
  'xayrli (?:kun|oqshom|kech|tun) tila\\p{L}+',
  '(?:kuningiz|oqshomingiz) (?:xayrli|yaxshi) oʻtsin',
].join('|');
const farewell = new RegExp(`(?<![\\p{L}ʻ-])(?:${farewells})(?![\\p{L}ʻ]|-\\p{L})`, 'iu');
/** "Пока" also means "for now": a goodbye only where it is the whole sentence. */
const shortFarewell = /^(?:ну )?пока(?:-пока)?[.!…]*$/iu;

/** True if one of a reply's last two sentences says goodbye, and none asks anything. */
export function isFarewell(reply: string): boolean {
  const text = reply.replaceAll(/['`’‘ʼ]/gu, 'ʻ').trim();
  if (text.includes('?')) return false;
  const sentences = (text.match(/[^.!…]+[.!…]*/gu) ?? []).map((sentence) => sentence.trim());
  return sentences
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(-2)
    .some((sentence) => farewell.test(sentence) || shortFarewell.test(sentence));
}
