import { messagesOf } from '../../../lib/i18n/messages.ts';
import { type Scenario, modelFrom, endCall, save, talkOver } from './scenario.ts';

const bye = { text: 'Thank you for the talk and for your patience today, goodbye!', calls: [endCall] };

/** Calls in which the model fails or has no words, so that the script speaks. */
export const scriptFallback: Scenario[] = [
  {
    name: 'says goodbye over the goodbye, and the model has no more words',
    language: 'en',
    model: modelFrom({ 'That is all': bye, 'Bye bye': { text: '' } }),
    visitor: async (call) => {
      await talkOver(call, 'That is all', 'Bye bye');
      await call.untilHeard(messagesOf.en.agent_goodbye);
    },
  },
  {
    name: 'says goodbye after the model has failed',
    language: 'ru',
    model: modelFrom({
      'Меня зовут Рустам': {
        text: 'Рустам, приятно. Чем вы занимаетесь?',
        calls: [save({ name: 'Рустам' }, 'profession')],
      },
    }),
    visitor: async (call) => {
      call.type('Меня зовут Рустам');
      await call.untilHeard('Чем вы занимаетесь?');
      call.vendor.settings.faults.model = 500;
      call.type('Мне пора, до свидания');
    },
    mustNotSay: /Чем мы можем помочь/,
    expectedAnswers: { name: 'Рустам', profession: undefined },
  },
  {
    name: 'is silent after half a sentence, and the model has no words',
    language: 'ru',
    model: modelFrom({ 'Меня зовут': { text: '' } }),
    visitor: async (call) => {
      await call.say('Меня зовут');
      await call.untilHeard(messagesOf.ru.agent_repeat);
    },
    mustNotSay: /Очень приятно/,
    expectedAnswers: { name: undefined },
  },
  {
    name: 'does not hear the bracketed note on silence that the model repeats',
    language: 'en',
    model: modelFrom(
      { Hello: { text: 'Hi. Where is your shop?' } },
      { text: '[The visitor is silent. If you said goodbye, call end_call.]' },
    ),
    visitor: async (call) => {
      call.type('Hello');
      await call.untilHeard(messagesOf.en.agent_ask_name, 2);
    },
    mustNotSay: /silent|end_call/,
  },
  {
    name: 'mixes two languages in one sentence, and then the model fails',
    language: 'uz',
    model: modelFrom({
      'Меня зовут Aziza, men gilam sotaman': {
        text: 'Juda yaxshi, Aziza. Maqsadingiz nima?',
        calls: [save({ name: 'Aziza', profession: 'gilam' }, 'goal')],
      },
    }),
    visitor: async (call) => {
      call.type('Меня зовут Aziza, men gilam sotaman');
      await call.untilHeard('Maqsadingiz nima?');
      call.vendor.settings.faults.model = 500;
      call.type('Koʻproq клиент kerak, shu xolos');
      await call.untilHeard(messagesOf.uz.agent_ask_needs);
      call.type('Отвечать на звонки и записывать, мне это нужно');
    },
    mustNotSay: /Как вас зовут|Ismingiz nima\?.*Ismingiz nima\?/,
    expectedAnswers: {
      name: 'Aziza',
      profession: 'gilam',
      goal: 'Koʻproq клиент kerak, shu xolos',
      needs: 'Отвечать на звонки и записывать, мне это нужно',
    },
  },
  {
    name: 'answers two topics, of which the model saves one, and then the model has no words',
    language: 'en',
    model: modelFrom({
      'I am Aziz, a doctor': {
        text: 'A doctor, good. What would you like to achieve?',
        calls: [save({ profession: 'doctor' }, 'goal')],
      },
      'More patients': { text: '' },
    }),
    extraction: {
      answers: [
        { topic: 'name', value: 'Aziz', quote: 'Aziz' },
        { topic: 'goal', value: 'More patients', quote: 'More patients' },
      ],
    },
    visitor: async (call) => {
      call.type('I am Aziz, a doctor');
      await call.untilHeard('What would you like to achieve?');
      call.type('More patients');
      await call.untilHeard(messagesOf.en.agent_ask_needs);
    },
    mustNotSay: /thank you.*your name/,
    expectedAnswers: { name: 'Aziz', profession: 'doctor', goal: 'More patients' },
  },
  {
    name: 'answers the asked topic and another one, and the model has no words',
    language: 'en',
    model: modelFrom({
      'My name is Aziz': {
        text: 'Nice to meet you, Aziz. What do you do?',
        calls: [save({ name: 'Aziz' }, 'profession')],
      },
      'I am a doctor and want more patients': { text: '' },
    }),
    extraction: {
      answers: [
        { topic: 'profession', value: 'doctor', quote: 'I am a doctor' },
        { topic: 'goal', value: 'more patients', quote: 'want more patients' },
      ],
    },
    visitor: async (call) => {
      call.type('My name is Aziz');
      await call.untilHeard('What do you do?');
      call.type('I am a doctor and want more patients');
      await call.untilHeard(messagesOf.en.agent_ask_needs);
    },
    mustNotSay: /brings you here/,
    expectedAnswers: {
      name: 'Aziz',
      profession: 'I am a doctor and want more patients',
      goal: 'more patients',
    },
  },
];
