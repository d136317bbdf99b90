import type { Parts } from '../uzbek/rewrite.ts';
import * as numbers from './russian-numbers.ts';
import type { GrammaticalCase, Gender, Noun } from './russian-numbers.ts';

const cases: Record<Exclude<GrammaticalCase, 'nom' | 'ins'>, string> = {
  gen: 'с|со|до|от|из|около|более|менее|свыше|больше|меньше|порядка|после|для|без|кроме',
  dat: 'к|ко',
  acc: 'на|за|в|во|через|по|про',
};
/** The preposition before a number, because it decides the case of the number. */
export const prepositionPattern = `(?<preposition>(?<!\\p{L})(?:${Object.values(cases).join('|')}) )?`;

export function caseOf(part: Parts): GrammaticalCase {
  const preposition = part('preposition').trim().toLowerCase();
  const matchingCase = (['gen', 'dat', 'acc'] as const).find((name) =>
    cases[name].split('|').includes(preposition),
  );
  return matchingCase ?? 'nom';
}

/** The case of a number by the ending of the next word: с пятью сотрудниками, в двух филиалах. */
export function caseByNextWord(part: Parts, next: string): GrammaticalCase {
  const isWith = /^со?$/iu.test(part('preposition').trim());
  const isOne = /(?<!1)1$/.test(part('amount'));
  if (/(?:ами|ями|ьми)$/.test(next) || (isWith && isOne && /(?:[оеё]м|[оеё]й)$/.test(next)))
    return part('amount').length < 4 ? 'ins' : caseOf(part);
  // The prepositional of a number equals its genitive.
  return /[ая]х$/.test(next) ? 'gen' : caseOf(part);
}

export function amount(written: string, gender: Gender, inCase: GrammaticalCase, hasNoun = true): string {
  return written
    .split(/ ?[-–] ?/)
    .map((number) => numbers.quantity(number, { gender, inCase, hasNoun }))
    .join('-');
}

/** The form of a noun after an amount. The last number decides it; a decimal needs the genitive. */
export function nounForm(written: string, name: Noun, inCase: GrammaticalCase): string {
  const last = written.split(/ ?[-–] ?/).at(-1) ?? '';
  const isObliqueHalf = last === '1,5' && (inCase === 'gen' || inCase === 'dat');
  if (/[.,]/.test(last)) return isObliqueHalf ? name[2] : name[3];
  return numbers.agreed(last, name, inCase);
}
