import type { Language } from '../../lib/i18n/language.ts';
import { cyrillicToLatin } from '../../lib/uzbek/index.ts';
import { sentencesOf, wordsAndNumbersOf } from '../../lib/words.ts';
import { languageOf } from './language-of.ts';

/** How to recognise unfinished phrases of a language. Words are in small letters, with ʻ as every apostrophe. */
interface Grammar {
  /** A phrase that ends in one of these is unfinished. Underscores join several words to one entry. */
  leading: string;
  /** A phrase that consists of `opening` words and ends in one of these lacks its object. */
  verbs: string;
  opening: string;
  begun: RegExp;
  /** Complete despite the rules above. */
  complete: RegExp;
}

const grammars: Record<Language, Grammar> = {
  uz: {
    leading:
      'va lekin ammo chunki yaʻni yaʻniy bilan uchun yoki agar hamda masalan menga bizga men biz keyin shunda ham esa deb u bu shuningdek mening bizning meni bizni menda bizda sizda sizlarda soat taxminan asosan balki asosiy oʻzim oʻzimiz ismim familiyam kasbim maqsadim maqsadimiz raqamim nomerim ishim boʻlgan_narsa xoʻsh e eee mm mmm hmm',
    verbs: 'istayman istaymiz istardim xohlayman xohlaymiz xohlardim kerak zarur',
    opening: 'men biz menga bizga xoʻsh yoʻq aslida',
    // "… shuki", a genitive or accusative, "when …", a subject alone, a condition, "more".
    begun:
      /(?:man|miz|di|shu)ki$|\S\S(?:ni|ning)$|\S\S(?:g|k|qq)anda$|^(?:mening|bizning) (?:\S+ )?\S+(?:im|[ai]miz)$|^agar .*sa$|\S \S+roq$/u,
    // "Bekzod boʻladi ismim", "soat beshdan keyin", "juma kuni"
    complete: /\S(?:di|man) (?:ismim|familiyam|kasbim|raqamim)$|\Sdan keyin$|\S kuni$/u,
  },
  ru: {
    leading:
      'и а но или что чтобы потому если когда который которая которые например мне нам я мы для с со в во на по к ко у о об от из без до про через около между после перед то_есть у_меня_есть у_нас_есть ещё как не бы где_то примерно мой моя моё мои наш наша наше наши свой своя своё свои зовут зовут_меня у_меня у_нас это также по_профессии по_образованию бы_побольше в_основном это_самое как_бы скажите подскажите ну вот значит типа короче э ээ эээ э_э эм мм ммм',
    verbs:
      'хочу хотим хотел хотела хотели нужно нужен нужна нужны надо ищу ищем продаю продаём продаем делаю делаем занимаюсь занимаемся работаю работаем произвожу производим предлагаю предлагаем шью шьём могу можем можете планирую планируем имею имеем думаю думаем преподаю',
    opening: 'я мы мне нам вы ну а нет вот значит бы сейчас тоже просто в основном',
    // A subject alone, also with an adverb. An adjective without its noun. "we with …". A period or a purpose without its verb.
    // A question word that ends a longer phrase.
    begun:
      /^(?:моя|мой|моё|мое|наш|наша|наше) \S+$|^(?:ну )?(?:мы|я) (?:обычно|сейчас|просто|часто|всегда|давно|уже|только|в основном)$|^у (?:нас|меня) (?:\S+ )?(?:не)?(?:больш|маленьк|нов|собственн|семейн)(?:ой|ий|ый|ая|ое|ие|ые)$|^(?:мы|я) с \S+$|^(?:я|мы) уже .* (?:лет|года?|месяцев)$|чтобы (?!\S*(?:ть|ти|чь)$)\S+$|\S (?:сколько|какой|какая|какие)$/u,
    complete: /\S (?:для|без|про) (?:меня|нас)$|^да .*есть$/u,
  },
  en: {
    leading:
      'and but or because so think_that hope_that hoping_that know_that so_that is_that say_that mean_that if when which who whose how for with to the a an i we my our their of in um uh er on at by from about into between around after before until without been is are am was were iʻd_like would_like and_also call_me',
    verbs:
      'want need sell make run own have like love offer provide produce build buy teach mean think you it',
    opening:
      'i we no well so okay basically just really actually mostly do does can could will would please hi hello',
    // Contractions, "my name", "I mostly", "a place that", adjectives without a noun, and single hesitation words.
    begun:
      /^(?:(?:well|because) )?(?:my|our) \S+$|^(?:i|we) (?:\S+ )?(?:mostly|mainly|usually|always|only)$|(?:^|\s)an? (?:\S+ ){1,2}that$|(?:^|\s)(?:iʻm|\S+ʻ(?:s|re|ve|d|ll))$|(?:^|\s)(?:an?|the|my|our|some|very) (?:small|big|large|new|little|family|local|young|own)$|^(?:well|so)$/u,
    // "Yes, it is", "Tashkent it is", "I don’t want to", "I think so", "I know what it is"
    complete:
      /^(?:yes|no|yeah|yep|sure) (?:it|that|this|he|she|they|we|i) (?:is|are|am|was|were)$|^\S+ it is$|(?:ʻt|not|never|rather)(?: \S+)? to$|(?:think|hope) so$|what (?:it|that|this) (?:is|was)$/u,
  },
};

const anyOf = (entries: string) => `(?:${entries.replaceAll(' ', '|').replaceAll('_', ' ')})`;
const endsIn = ({ leading }: Grammar) => new RegExp(`(?:^| )${anyOf(leading)}$`, 'u');
const lacksObject = ({ verbs, opening }: Grammar) =>
  new RegExp(`^(?:${anyOf(opening)} )*${anyOf(verbs)}$`, 'u');
const leading = { uz: endsIn(grammars.uz), ru: endsIn(grammars.ru), en: endsIn(grammars.en) };
const objectless = {
  uz: lacksObject(grammars.uz),
  ru: lacksObject(grammars.ru),
  en: lacksObject(grammars.en),
};

const dangling = /(?:[,;:–—-]|\.{3}|…)$/u;

/**
 * True if a text breaks off within a phrase or a list.
 * @param callLanguage the language of the conversation, for a text without a recognisable one
 * @param isShort true if a word or two are the whole answer
 */
export function isBegunPhrase(text: string, callLanguage: Language | undefined, isShort: boolean): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '…') return false;
  if (dangling.test(trimmed)) return true;
  const { language, otherLanguage, clause, words } = lastClauseOf(trimmed, callLanguage);
  const phrase = words.join(' ');
  if (grammars[language].complete.test(phrase)) return false;
  if (leading[language].test(phrase)) return true;
  if (otherLanguage !== undefined && leading[otherLanguage].test(phrase)) return true;
  if (grammars[language].begun.test(phrase) || objectless[language].test(phrase)) return true;
  return language === 'uz' && lacksVerb(words, isShort, clause);
}

/** Words that begin a sentence with its own subject or verb. */
const sentenceStart: Record<'ru' | 'en', RegExp> = {
  ru: /^(?:да |нет |ну )?(?:я|мы|у нас|у меня|мне|нам|это|наш[аи]?|мо[йия]|хочу|хотим|хотелось|работаю|занимаюсь|занимаемся|делаем|продаю|продаём|шью)$/u,
  en: /^(?:yes |no |well )?(?:i|we|it|they|he|she|this|that|there|my|our|iʻ\S+|weʻ\S+|itʻs|thatʻs)$/u,
};
const wholeMinWords = 3;

/** True if the words make a sentence: in Uzbek a verb at the end, else a subject or a verb at the beginning. */
export function isWholeSentence(text: string, callLanguage: Language | undefined): boolean {
  const { language, words } = lastClauseOf(text, callLanguage);
  if (words.length < wholeMinWords) return false;
  if (language === 'uz') return predicate.test(words.at(-1) ?? '');
  return [1, 2, 3].some((length) => sentenceStart[language].test(words.slice(0, length).join(' ')));
}

/** The likely language of a text, and the other language of its alphabet if the words do not decide. */
function languagesOf(text: string, callLanguage: Language | undefined): [Language, Language?] {
  const textLanguage = languageOf(text);
  if (textLanguage !== undefined) return [textLanguage];
  if (/\p{Script=Cyrillic}/u.test(text)) return callLanguage === 'uz' ? ['uz', 'ru'] : ['ru', 'uz'];
  return callLanguage === 'en' ? ['en', 'uz'] : ['uz', 'en'];
}

function lastClauseOf(text: string, callLanguage: Language | undefined) {
  const [language, otherLanguage] = languagesOf(text, callLanguage);
  const clause = sentencesOf(text).at(-1) ?? '';
  const words = wordsAndNumbersOf(language === 'uz' ? cyrillicToLatin(clause) : clause);
  return { language, otherLanguage, clause, words };
}

const subjects = new Set(
  'men biz menga bizga menda bizda sizda sizlarda mening bizning meni bizni'.split(' '),
);
const namedSubject = /^(?:ism|familiya|kasb|ish|maqsad|raqam|nomer)i?(?:m|miz)$/u;
/** An accusative, dative or ablative. Words for times are adverbs: "ertaga", "kuniga". */
const object = /^(?!(?:ertaga|kechga|kuni|kuniga|oyiga|haftasiga|tushdan)$).*\S\S(?:ni|ga|ka|qa|dan)$/u;
const predicate =
  /(?:man|miz|san|siz|dim|dik|ding|dingiz|di|dilar|moqda|yapti|gan|sin|sinlar|ang|ing|ay|aylik|ish|ishi|mi)$|^(?:kerak|zarur|lozim|mumkin|bor|yoʻq|emas|ekan|xolos|shart|qulay|oson|qiyin|yaxshi|yomon|maʻqul|yetarli|kifoya|tayyor|bepul|qimmat|arzon|qanday|qancha|qachon|necha|nima|kim)$/u;

/** In Uzbek the verb comes last, so a sentence with a subject or object but no predicate is unfinished. */
function lacksVerb(words: readonly string[], isShort: boolean, clause: string): boolean {
  const lastWord = words.at(-1) ?? '';
  const hasObject = !isShort && words.slice(0, -1).some((word) => object.test(word));
  if (predicate.test(lastWord) || !(hasObject || words.some((word) => subjects.has(word)))) return false;
  // "Men Bekzod" and "Mening ismim Bekzod" are complete without a verb.
  const isName = isShort && /\p{Lu}\S*\W*$/u.test(clause) && !/(?:da|ga|dan)$/u.test(lastWord);
  return !isName && !words.some((word) => namedSubject.test(word));
}
