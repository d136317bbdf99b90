import { messagesOf } from '../../../lib/i18n/messages.ts';
import { type Scenario, modelFrom, save } from './scenario.ts';

const price = { text: 'A colleague will tell you the price. What is your name?' };

/** Visitors who correct, split, combine or refuse their answers. */
export const unusualAnswers: Scenario[] = [
  {
    name: 'corrects the name twice',
    language: 'uz',
    model: modelFrom({
      'Ismim Aziza': { text: 'Yaxshi, Aziza. Nima ish qilasiz?', calls: [save({ name: 'Aziza' })] },
      'Yoʻq, ismim Azizbek': { text: 'Uzr, Azizbek. Nima ish qilasiz?', calls: [save({ name: 'Azizbek' })] },
      'Kechirasiz, Aziz, xolos': {
        text: 'Aziz, tushunarli. Salomat boʻling!',
        calls: [save({ name: 'Aziz' })],
      },
    }),
    visitor: async (call) => {
      call.type('Ismim Aziza');
      await call.untilHeard('Yaxshi, Aziza.');
      call.type('Yoʻq, ismim Azizbek');
      await call.untilHeard('Uzr, Azizbek.');
      call.type('Kechirasiz, Aziz, xolos');
    },
    expectedAnswers: { name: 'Aziz' },
  },
  {
    name: 'asks the same three times of a model that repeats itself',
    language: 'en',
    model: modelFrom(
      { 'How much is it?': price, 'And how much is it?': price, 'But how much is it?': price },
      price,
    ),
    visitor: async (call) => {
      call.type('How much is it?');
      await call.untilHeard(price.text);
      call.type('And how much is it?');
      await call.untilHeard(price.text, 2);
      call.type('But how much is it?');
    },
  },
  {
    name: 'answers a model that alternates between two questions',
    language: 'en',
    model: modelFrom(
      {
        Dilnoza: { text: 'All right. And where is your shop?' },
        'In Tashkent': { text: 'I see. What should I call you?' },
      },
      { text: 'I see. What should I call you?' },
    ),
    visitor: async (call) => {
      for (const times of [1, 2]) {
        call.type('In Tashkent');
        await call.untilHeard('What should I call you?', times);
        call.type('Dilnoza');
        await call.untilHeard('where is your shop?', times);
      }
      call.type('In Tashkent');
      await call.untilHeard(messagesOf.en.agent_ask_name, 2);
    },
    staysOpen: true,
  },
  {
    name: 'answers two questions at once, and then the model fails',
    language: 'uz',
    model: modelFrom({
      'Ismim Aziza, klinikam bor': {
        text: 'Juda yaxshi, Aziza. Maqsadingiz nima?',
        calls: [save({ name: 'Aziza', profession: 'klinika' }, 'goal')],
      },
    }),
    visitor: async (call) => {
      call.type('Ismim Aziza, klinikam bor');
      await call.untilHeard('Maqsadingiz nima?');
      call.vendor.settings.faults.model = 500;
      call.type('Koʻproq bemor');
      await call.untilHeard(messagesOf.uz.agent_ask_needs);
      call.type('Qoʻngʻiroqlarga javob bersin');
    },
    expectedAnswers: { name: 'Aziza', profession: 'klinika', goal: 'Koʻproq bemor' },
  },
  {
    name: 'says no to everything',
    language: 'en',
    model: modelFrom(
      { No: { text: 'I see. What is your name?' }, Never: { text: 'I see. What is your name?' } },
      { text: 'I see. What is your name?' },
    ),
    visitor: async (call) => {
      call.type('No');
      await call.untilHeard('I see. What is your name?');
      call.type('Never');
      await call.untilHeard('I see. What is your name?', 2);
      call.type('No');
    },
  },
  {
    name: 'breaks off in the middle of a sentence and is silent',
    language: 'ru',
    model: modelFrom(
      {
        'Меня зовут': { text: 'Слушаю вас.' },
        'Меня зовут Дильшод': {
          text: 'Дильшод, спасибо. Всего доброго!',
          calls: [save({ name: 'Дильшод' })],
        },
      },
      { text: 'Простите, как вас зовут?' },
    ),
    visitor: async (call) => {
      await call.say('Меня зовут');
      await call.untilHeard('Слушаю вас.');
      await call.untilHeard('Простите, как вас зовут?');
      call.type('Меня зовут Дильшод');
    },
    expectedAnswers: { name: 'Дильшод' },
  },
  {
    name: 'changes the language twice, and the model fails in between',
    language: 'en',
    model: modelFrom({
      'Ismim Aziza, siz oʻzbekcha gapirasizmi?': {
        text: 'Ha, albatta, Aziza. Nima ish qilasiz?',
        calls: [save({ name: 'Aziza' }, 'profession')],
      },
    }),
    visitor: async (call) => {
      call.type('Ismim Aziza, siz oʻzbekcha gapirasizmi?');
      await call.untilHeard('Nima ish qilasiz?');
      call.vendor.settings.faults.model = 500;
      call.type('Извините, я хочу говорить по-русски, у меня пекарня');
      await call.untilHeard(messagesOf.ru.agent_ask_goal);
    },
    expectedAnswers: { name: 'Aziza' },
  },
];
