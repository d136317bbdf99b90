import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { spoken } from '../../lib/spoken/index.ts';

/** A visitor's answer to one topic of the plan. */
export interface Fact {
  topic: string;
  says: string;
  /** A word or amount that identifies the noted answer. */
  expects: string | number;
}

interface VisitorFacts {
  /** The answers to the built-in topics: the visitor's words, and one that identifies them. */
  answers: Record<string, readonly [says: string, word: string]>;
  newName: readonly [says: string, word: string];
  /** Answers a topic of the owner's plan by its description. */
  amount: (about: string, words: string) => string;
  newAmount: (about: string, words: string) => string;
}

const visitors: Record<Language, VisitorFacts> = {
  uz: {
    answers: {
      name: ['Ismim Aziza', 'aziza'],
      profession: ['Stomatologiya klinikam bor', 'stomatolog'],
      goal: ['Qoʻngʻiroqlar yoʻqolmasligini xohlayman', 'qongiroq'],
      needs: ['Bemorlarni qabulga yozsin va eslatsin', 'qabul'],
    },
    newName: ['Yoʻq, ismim Azizbek', 'azizbek'],
    amount: (about, words) => `“${about}” boʻyicha yozing: ${words} dona`,
    newAmount: (about, words) => `Yoʻq, “${about}” boʻyicha ${words} dona`,
  },
  ru: {
    answers: {
      name: ['Меня зовут Дильшод', 'dilshod'],
      profession: ['У меня сеть пекарен', 'pekar'],
      goal: ['Хочу принимать больше заказов', 'zakaz'],
      needs: ['Принимать заказы и отвечать про доставку', 'dostavk'],
    },
    newName: ['Нет, меня зовут Рустам', 'rustam'],
    amount: (about, words) => `«${about}»: запишите ${words} штук`,
    newAmount: (about, words) => `Нет, «${about}»: ${words} штук`,
  },
  en: {
    answers: {
      name: ['My name is Madina', 'madina'],
      profession: ['I run a language school', 'school'],
      goal: ['I want to answer students at night', 'student'],
      needs: ['Enrol students and remind them of classes', 'enrol'],
    },
    newName: ['No, my name is Malika', 'malika'],
    amount: (about, words) => `As for “${about}”, put down ${words} pieces`,
    newAmount: (about, words) => `No, for “${about}” it is ${words} pieces`,
  },
};

const aboutMaxChars = 80;
const [firstAmount, amountStep, correctedAmount] = [27, 11, 94];

/** A fact for each topic of the plan. For a topic that is not built in, it is an amount in words. */
export function factsOf(plan: InterviewPlan, language: Language): Fact[] {
  const { answers, amount } = visitors[language];
  return plan.topics.map(({ id, findOut }, index) => {
    const [says, word] = answers[id] ?? [];
    if (says !== undefined && word !== undefined) return { topic: id, says, expects: word };
    const expects = firstAmount + index * amountStep;
    return { topic: id, says: amount(about(findOut), inWords(expects, language)), expects };
  });
}

/** Another answer to the first topic. */
export function correctionOf(plan: InterviewPlan, language: Language): Fact | undefined {
  const [firstTopic] = plan.topics;
  if (firstTopic === undefined) return undefined;
  const { newName, newAmount } = visitors[language];
  const { id: topic, findOut } = firstTopic;
  if (topic === 'name') return { topic, says: newName[0], expects: newName[1] };
  const says = newAmount(about(findOut), inWords(correctedAmount, language));
  return { topic, says, expects: correctedAmount };
}

function about(findOut: string): string {
  return findOut.slice(0, aboutMaxChars).replace(/[.?!\s]+$/u, '');
}

function inWords(amount: number, language: Language): string {
  return spoken(String(amount), language);
}
