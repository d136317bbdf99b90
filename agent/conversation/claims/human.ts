import { anyOf } from './any-of.ts';

/** Claims to be human: the agent is an AI. */
const human = anyOf(
  'i(?:ʻm| am)(?: (?:of course|indeed|actually|really|just|also))* (?:an? )?(?:(?:real|living|live|actual) )?(?:human|person|man|woman)(?!\\p{L}|ʻs)',
  'i(?:ʻm| am) not (?:an? )?(?:robot|bot|ai|machine|program|computer)(?!\\p{L})',
  'я (?:же |конечно |действительно |и правда |живой |живая |настоящий |настоящая |реальный |обычный )*(?:человек|женщина|девушка|мужчина)(?!\\p{L})',
  'я не (?:робот|бот|программа|машина|ии|искусственный интеллект)(?!\\p{L})',
  '(?:odam|inson)man(?!\\p{L})|(?:robot|bot|dastur|mashina|sunʻiy intellekt) emasman',
);

/** @param sentence in small letters with one form of the apostrophe */
export function claimsToBeHuman(sentence: string): boolean {
  return human.test(sentence);
}
