import { describe, expect, test } from 'vitest';
import { summaryFields } from '../../contracts/choices.ts';
import type { Answer } from '../../contracts/interview.ts';
import { languages } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { summaryFromAnswers } from './summary-from-answers.ts';

const answers: Answer[] = [
  { topic: 'name', field: 'ism', value: ' Aziz ' },
  { topic: 'goal', field: 'maqsad', value: 'Mijozlarning savollariga javob berish' },
  { topic: 'needs', field: 'ehtiyojlar', value: 'Narxlar; yetkazib berish muddati' },
];

describe('the summary of the answers', () => {
  test('has each answer under the field of its topic, the themes of all answers, and the next steps', () => {
    expect(
      summaryFromAnswers(answers, { language: 'en', asked: ['ism', 'kasb', 'maqsad', 'ehtiyojlar'] }),
    ).toEqual({
      ism: 'Aziz',
      maqsad: 'Mijozlarning savollariga javob berish',
      ehtiyojlar: ['Narxlar', 'yetkazib berish muddati'],
      asosiy_mavzular: ['Prices', 'Customer support', 'Deadlines'],
      keyingi_qadamlar: ['Call back', 'Prepare a price offer', 'Find out: Profession'],
    });
  });

  test.each([
    ['uz', 'Телефон қўнғироқларига жавоб бериш', 'Qoʻngʻiroqlar'],
    ['ru', 'Нужно принимать звонки клиентов', 'Звонки'],
    ['en', 'Answering our calls', 'Phone calls'],
  ] as const)('recognises themes in %s', (language, value, theme) => {
    const summary = summaryFromAnswers([{ topic: 'goal', field: 'maqsad', value }], { language });
    expect(summary.asosiy_mavzular).toContain(theme);
  });

  test('takes the goal as the theme if no word is known', () => {
    const summary = summaryFromAnswers([{ topic: 'goal', field: 'maqsad', value: 'Koʻproq vaqt' }], {
      language: 'uz',
    });
    expect(summary.asosiy_mavzular).toEqual(['Koʻproq vaqt']);
  });

  test('puts the hand-over and the agreed time first', () => {
    const summary = summaryFromAnswers([], {
      language: 'en',
      callBack: 'tomorrow at ten',
      handOver: 'wants a contract',
    });
    expect(summary).toEqual({
      keyingi_qadamlar: ['Hand over to a person: wants a contract', 'Call back: tomorrow at ten'],
    });
  });

  test.each(languages)('has words for each field in %s', (language) => {
    for (const field of summaryFields) expect(messagesOf[language][`leads_field_${field}`]).not.toBe('');
  });

  test('is empty if nothing is known', () => {
    expect(summaryFromAnswers([{ topic: 'goal', field: 'maqsad', value: '  ' }], { language: 'uz' })).toEqual(
      {},
    );
  });
});
