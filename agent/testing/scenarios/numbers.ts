import { interviewPlan } from '../../../lib/contracts/interview.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { fourTopics } from '../plan.ts';
import { type Scenario, modelFrom, endCall } from './scenario.ts';

const carpets = interviewPlan.parse({
  ...fourTopics,
  knowledge: 'Ковёр стоит 1 250 000 сумов. Доставка 24.11.2026 в 14:30, скидка 15 %.',
});
const correctPhoneCall = (phone: string) => ({ name: 'correct_phone', args: { phone } });

/** Visitors who give a telephone number, or ask for numbers of the plan. */
export const numbers: Scenario[] = [
  {
    name: 'gives another number with a digit too few, and the model asks for it again',
    language: 'uz',
    model: ({ said, isAfterTools, request }) => {
      const lastMessage = JSON.stringify(request.messages.at(-1));
      if (isAfterTools && lastMessage.includes('not a number'))
        return { text: 'Raqamni yana bir marta ayting.' };
      if (said === 'Boshqa raqamga, 93 777 66 5') return { calls: [correctPhoneCall('93 777 66 5')] };
      if (said === '93 777 66 55')
        return {
          text: 'Raqamingiz +998 93 777 66 55, toʻgʻrimi?',
          calls: [correctPhoneCall('93 777 66 55')],
        };
      return { text: 'Rahmat, salomat boʻling!', calls: [endCall] };
    },
    visitor: async (call) => {
      call.type('Boshqa raqamga, 93 777 66 5');
      await call.untilHeard('Raqamni yana bir marta ayting.');
      call.type('93 777 66 55');
      await call.untilHeard('toʻgʻrimi?');
      call.type('Ha, toʻgʻri');
    },
    expectedPhone: '+998937776655',
    expectedSpokenNumber: 'toʻqson uch',
  },
  {
    name: 'dictates the number in parts, with pauses',
    language: 'ru',
    model: ({ said }) => {
      if (said?.includes('пятьдесят пять') === true && !said.includes('верно'))
        return { text: 'Ваш номер +998 93 777 66 55, верно?', calls: [correctPhoneCall('93 777 66 55')] };
      if (said === 'Да, верно') return { text: 'Спасибо, всего доброго!', calls: [endCall] };
      return { text: 'Диктуйте номер.' };
    },
    visitor: async (call) => {
      call.type('Запишите другой номер');
      await call.untilHeard('Диктуйте номер.');
      await call.sayWithPauses(
        ['девяносто три', 'семьсот семьдесят семь', 'шестьдесят шесть', 'пятьдесят пять'],
        600,
      );
      await call.untilHeard('верно?');
      call.type('Да, верно');
    },
    mustNotSay: /коллега/,
    expectedPhone: '+998937776655',
    expectedSpokenNumber: 'семьсот семьдесят семь',
  },
  {
    name: 'gives a number in two turns',
    language: 'en',
    model: ({ said }) => {
      if (said === 'Ninety three') return { text: 'Go on, please.' };
      if (said === 'seven seven seven six six five five')
        return {
          text: 'Your number is +998 93 777 66 55, is that right?',
          calls: [correctPhoneCall('93 777 66 55')],
        };
      return { text: 'Thank you, goodbye!', calls: [endCall] };
    },
    visitor: async (call) => {
      call.type('Ninety three');
      await call.untilHeard('Go on, please.');
      call.type('seven seven seven six six five five');
      await call.untilHeard('is that right?');
      call.type('Yes');
    },
    expectedPhone: '+998937776655',
    expectedSpokenNumber: 'nine three, seven seven seven, six six, five five',
  },
  {
    name: 'gives a number in three turns to a model without tools',
    language: 'uz',
    model: modelFrom({
      'Boshqa raqamga': { text: 'Ayting, yozaman.' },
      'toʻqson uch': { text: 'Ha, davom eting.' },
      'yetti yuz yetmish yetti': { text: 'Yana.' },
      'oltmish olti ellik besh': { text: 'Raqamingiz +998 93 777 66 55, toʻgʻrimi?' },
      'Ha, toʻgʻri': { text: 'Salomat boʻling!' },
    }),
    extraction: { answers: [], phone: '93 777 66 55' },
    visitor: async (call) => {
      call.type('Boshqa raqamga');
      await call.untilHeard('Ayting, yozaman.');
      call.type('toʻqson uch');
      await call.untilHeard('davom eting.');
      call.type('yetti yuz yetmish yetti');
      await call.untilHeard('Yana.');
      call.type('oltmish olti ellik besh');
      await call.untilHeard('toʻgʻrimi?');
      call.type('Ha, toʻgʻri');
    },
    mustNotSay: /hamkasbim/,
    expectedPhone: '+998937776655',
    expectedSpokenNumber: 'yetti yuz yetmish yetti',
  },
  {
    name: 'gives a number that the model reads back with two digits exchanged',
    language: 'en',
    model: modelFrom({
      'My other number is 90 981 62 97': {
        text: 'Your number is +998 90 981 62 79, is that right?',
        calls: [correctPhoneCall('90 981 62 97')],
      },
      Yes: { text: 'Thank you, goodbye!', calls: [endCall] },
    }),
    visitor: async (call) => {
      call.type('My other number is 90 981 62 97');
      await call.untilHeard(messagesOf.en.agent_confirm);
      call.type('Yes');
    },
    mustNotSay: /79/,
    expectedPhone: '+998909816297',
  },
  {
    name: 'asks for a price, a day and an hour of the plan',
    language: 'ru',
    plan: carpets,
    model: ({ said }) =>
      said === 'Сколько стоит и когда привезёте?'
        ? {
            text: 'Ковёр стоит 1 250 000 сумов, привезут 24.11.2026 в 14:30, скидка 15 %. А как вас величать?',
          }
        : { text: 'Спасибо, всего доброго!', calls: [endCall] },
    visitor: async (call) => {
      call.type('Сколько стоит и когда привезёте?');
      await call.untilHeard('А как вас величать?');
      call.type('Не скажу');
    },
    expectedSpokenNumber: 'миллион двести пятьдесят тысяч',
  },
];
