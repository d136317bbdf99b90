import { plainOf, sentencesOf } from '../../lib/words.ts';

/**
 * Sentences that Whisper and similar models invent for silence: video endings and subtitle credits. Sources: openai/whisper
 * discussion 928, open-source dictation programs.
 */
const invented = [
  // English
  'thank(?:s| you)(?: all| so much| very much)? for (?:your )?watching.*',
  '(?:please |and |donʻt forget to |like and |like, share and )*subscribe(?: to (?:my|our|the) channel)?.*',
  '(?:iʻll |weʻll |we will )?see you (?:all )?(?:guys )?in (?:the|my|our) next (?:video|one|episode)',
  '(?:hello everyone )?welcome (?:back )?to my channel.*',
  'to be continued|the end',
  '(?:subtitles?|captions?|captioning|transcription|transcribed|translated|translation) by .*',
  '.*(?:amara org|otter ai|mooji org|opensubtitles|castingwords).*',
  // Russian
  'субтитр\\p{L}* (?:с?дела\\p{L}*|создава\\p{L}*|создан\\p{L}*|добави\\p{L}*|подготови\\p{L}*|подогна\\p{L}*|предостави\\p{L}*|от|by) .*',
  'субтитр\\p{L}*|спасибо за субтитры',
  'редактор субтитров.*|корректор [ае] .*',
  '.*dima ?torzok.*',
  'продолжение следует(?: в следующ\\p{L}+ \\p{L}+)?',
  '(?:всем )?(?:большое )?спасибо (?:всем )?за просмотр.*',
  '(?:не забудьте |и )*(?:подписывайтесь|подпишитесь|подписаться) на (?:мой |наш |этот )?канал.*',
  '(?:ставьте|поставьте) лайк\\p{L}*.*',
  '(?:увидимся|до встречи) в (?:следующем|новом) (?:видео|выпуске|ролике)',
  '(?:весёлая|веселая|динамичная|спокойная|напряжённая|тревожная|грустная) музыка|аплодисменты|смех|звонок в дверь|городской шум',
  // Uzbek
  '(?:kanal\\p{L}* )?obuna boʻl(?:ing|inglar|ishni unutmang).*',
  '(?:kanal\\p{L}*) (?:obuna|aʻzo) .*',
  '(?:video\\p{L}* |bizni )?(?:tomosha|koʻr)\\p{L}* (?:qilgan\\p{L}* |gan\\p{L}* )?uchun (?:katta )?rahmat',
  'layk bosing.*|layk bos(?:ib|ishni) .*',
  'subtitr\\p{L}* .*',
  'davomi bor',
  // Turkish, which recognisers take for Uzbek
  'abone ol\\p{L}*.*|izlediğiniz için teşekkür.*|altyaz[ıi] .*',
];
const inventedSentence = new RegExp(`^(?:${invented.join('|')})$`, 'u');

/** The recognised words without the sentences that the recogniser invented; empty if nothing else is left. */
export function withoutInventedWords(text: string): string {
  const sentences = sentencesOf(text);
  const remaining = sentences.filter((each) => plainOf(each) !== '' && !inventedSentence.test(plainOf(each)));
  return remaining.length === sentences.length ? text : remaining.join(' ');
}
