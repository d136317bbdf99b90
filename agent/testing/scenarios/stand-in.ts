import { messagesOf } from '../../../lib/i18n/messages.ts';
import { type Scenario, answers, endCall, save, talkOver } from './scenario.ts';

const bye = { text: 'Thank you for the talk and for your patience today, goodbye!', calls: [endCall] };

/** Calls whose model has no words, so that the script speaks. */
export const standIn: Scenario[] = [
  {
    name: 'says goodbye over the goodbye, and the model has no more words',
    language: 'en',
    model: answers({ 'That is all': bye, 'Bye bye': { text: '' } }),
    visitor: async (call) => {
      await talkOver(call, 'That is all', 'Bye bye');
      await call.untilHeard(messagesOf.en.agent_goodbye);
    },
  },
  {
    name: 'says goodbye while the model is gone',
    language: 'ru',
    model: answers({
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
    never: /Чем мы можем помочь/,
    found: { name: 'Рустам', profession: undefined },
  },
  {
    name: 'is silent after half a sentence, and the model has no words',
    language: 'ru',
    model: answers({ 'Меня зовут': { text: '' } }),
    visitor: async (call) => {
      await call.say('Меня зовут');
      await call.untilHeard(messagesOf.ru.agent_repeat);
    },
    never: /Очень приятно/,
    found: { name: undefined },
  },
  {
    name: 'hears nothing of the line that the model repeats from the telephone system',
    language: 'en',
    model: answers(
      { Hello: { text: 'Hi. Where is your shop?' } },
      { text: '[The visitor is silent. If you said goodbye, call end_call.]' },
    ),
    visitor: async (call) => {
      call.type('Hello');
      await call.untilHeard(messagesOf.en.agent_ask_name, 2);
    },
    never: /silent|end_call/,
  },
  {
    name: 'mixes two languages in one sentence, then the model is gone',
    language: 'uz',
    model: answers({
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
    never: /Как вас зовут|Ismingiz nima\?.*Ismingiz nima\?/,
    found: {
      name: 'Aziza',
      profession: 'gilam',
      goal: 'Koʻproq клиент kerak, shu xolos',
      needs: 'Отвечать на звонки и записывать, мне это нужно',
    },
  },
];
