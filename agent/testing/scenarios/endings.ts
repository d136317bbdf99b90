import { type Scenario, modelFrom, endCall, save, talkOver } from './scenario.ts';

const bye = { text: 'Thank you, goodbye!' };

/** Visitors and models that disturb the end of a call. */
export const endings: Scenario[] = [
  {
    name: 'asks the price after the goodbye',
    language: 'en',
    farewellMs: 2_500,
    model: modelFrom(
      {
        'That is all': bye,
        'Wait, how much is it?': { text: 'It costs 500 dollars a month. Goodbye!' },
      },
      bye,
    ),
    visitor: async (call) => {
      call.type('That is all');
      await call.untilHeard(bye.text);
      call.type('Wait, how much is it?');
    },
    mustNotSay: /500|five hundred/i,
  },
  {
    name: 'says goodbye and goes on',
    language: 'ru',
    farewellMs: 2_500,
    model: modelFrom(
      {
        'До свидания': { text: 'Всего доброго!' },
        'Подождите, ещё вопрос': { text: 'Да, слушаю. Что вы хотели спросить?' },
        'Нет, уже ничего': { text: 'Хорошо. До свидания!', calls: [endCall] },
      },
      { text: 'Что вы хотели?' },
    ),
    visitor: async (call) => {
      call.type('До свидания');
      await call.untilHeard('Всего доброго!');
      await call.say('Подождите, ещё вопрос');
      await call.untilHeard('Да, слушаю.');
      call.type('Нет, уже ничего');
    },
  },
  {
    name: 'is silent after a goodbye that the model would repeat for ever',
    language: 'uz',
    model: modelFrom(
      { 'Boʻldi, rahmat': { text: 'Rahmat, salomat boʻling!' } },
      { text: 'Salomat boʻling! Yana nima deysiz?' },
    ),
    visitor: async (call) => {
      call.type('Boʻldi, rahmat');
      await call.untilHeard('salomat boʻling!');
    },
  },
  {
    name: 'is asked in the reply that ends the call, and is silent',
    language: 'uz',
    model: modelFrom(
      { 'Vaqtim yoʻq': { text: 'Mayli, xayr! Aytgancha, ismingiz nima edi?', calls: [endCall] } },
      { text: 'Rahmat, salomat boʻling!', calls: [endCall] },
    ),
    visitor: async (call) => {
      call.type('Vaqtim yoʻq');
      await call.untilHeard('ismingiz nima edi?');
    },
  },
  {
    name: 'is asked whether there is anything else, and hung up on',
    language: 'en',
    model: modelFrom(
      { 'I think that is it': { text: 'Great. Is there anything else I can do?', calls: [endCall] } },
      { text: 'Thank you, goodbye!', calls: [endCall] },
    ),
    visitor: async (call) => {
      call.type('I think that is it');
      await call.untilHeard('anything else I can do?');
    },
  },
  {
    name: 'is asked in the reply that ends the call',
    language: 'en',
    model: modelFrom({
      'I am busy': { text: 'All right, goodbye! One more thing: what is your name?', calls: [endCall] },
      'Dilnoza, bye': { text: 'Goodbye, Dilnoza!', calls: [endCall] },
    }),
    visitor: async (call) => {
      call.type('I am busy');
      await call.untilHeard('what is your name?');
      call.type('Dilnoza, bye');
    },
  },
  {
    name: 'wants to end the call, and is asked in the reply that ends it',
    language: 'en',
    model: modelFrom({
      'I have no time': {
        text: 'Sure, no problem. Before you go, what is your name?',
        calls: [{ name: 'end_call', args: { reason: 'visitor_wishes' } }],
      },
      Madina: { text: 'Goodbye, Madina!', calls: [save({ name: 'Madina' }), endCall] },
    }),
    visitor: async (call) => {
      call.type('I have no time');
      await call.untilHeard('what is your name?');
      call.type('Madina');
    },
    mustNotSay: /name\? ./,
    expectedAnswers: { name: 'Madina' },
  },
  {
    name: 'is asked with an emoji in the reply that ends the call',
    language: 'uz',
    model: modelFrom({
      Boʻldi: { text: 'Yaxshi! Yana savolingiz bormi? 😊', calls: [endCall] },
      'Yoʻq, rahmat': { text: 'Salomat boʻling!', calls: [endCall] },
    }),
    visitor: async (call) => {
      call.type('Boʻldi');
      await call.untilHeard('savolingiz bormi?');
      call.type('Yoʻq, rahmat');
    },
    mustNotSay: /bormi\? ./,
  },
  {
    name: 'asks something new over the goodbye',
    language: 'uz',
    model: modelFrom({
      'Boʻldi, rahmat': {
        text: 'Suhbat uchun va sabringiz uchun katta rahmat, salomat boʻling!',
        calls: [endCall],
      },
      'Toʻxtang, ipak gilam ham bormi?': { text: 'Buni hamkasbim aytadi. Ismingiz nima?' },
      'Aziza edi, xayr': { text: 'Xayr, Aziza!', calls: [save({ name: 'Aziza' }), endCall] },
    }),
    visitor: async (call) => {
      await talkOver(call, 'Boʻldi, rahmat', 'Toʻxtang, ipak gilam ham bormi?');
      await call.untilHeard('Buni hamkasbim aytadi.');
      call.type('Aziza edi, xayr');
    },
    expectedAnswers: { name: 'Aziza' },
  },
  {
    name: 'hears a goodbye that breaks off',
    language: 'ru',
    model: modelFrom({
      'Всё, спасибо': {
        text: 'Спасибо вам большое за разговор и за ваше терпение, всего доброго!',
        calls: [endCall],
      },
    }),
    visitor: async (call) => {
      call.vendor.settings.faults.model = 'cut';
      call.type('Всё, спасибо');
      await call.untilHeard('Спасибо вам');
    },
    staysOpen: true,
  },
  {
    name: 'speaks over a monologue of the model',
    language: 'en',
    model: modelFrom({
      'Tell me everything': {
        text: `${'We make voices for companies of every kind and size in our country. '.repeat(20)}What do you do?`,
      },
      'Enough, bye': { text: 'Goodbye!', calls: [endCall] },
    }),
    visitor: async (call) => {
      call.type('Tell me everything');
      await call.untilHeard('We make voices');
      call.type('Enough, bye');
    },
    mustNotSay: /(?:We make voices.*){8}/,
  },
];
