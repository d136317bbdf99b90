import { type Language, languages } from '../../lib/i18n/language.ts';
import { isFarewell } from '../language/farewell.ts';
import { correctionOf, factsOf } from '../simulator/facts.ts';
import { visitorPhrases } from '../simulator/visitor-phrases.ts';
import { type ChatRequest, type StagedReply, textOf } from './loopback-vendor.ts';
import { fourTopics } from './plan.ts';

/** A scripted model for each role of an evaluation: a cooperative visitor, an agent that passes every check, a judge and an extractor. */
export function playRole({ messages }: ChatRequest): StagedReply {
  const role = textOf(messages.find(({ role: each }) => each === 'system'));
  const dialogue = messages.filter(({ role: each }) => each !== 'system');
  if (role.startsWith('You play a person')) return { text: visitorReply(role, dialogue) };
  if (role.startsWith('You judge how')) return { text: JSON.stringify({ criteria: passedCriteria }) };
  if (role.startsWith('You read the transcript')) return { text: '{"answers":[]}' };
  return agentReply(role, dialogue);
}

type ChatMessages = ChatRequest['messages'];

const passedCriteria = ['natural', 'language', 'honest', 'safe', 'polite'].map((name) => ({
  name,
  passed: true,
}));

function languageOfRole(role: string): Language {
  const languageName = /(?:speak|began in) (Uzbek|Russian|English)/.exec(role)?.[1];
  if (languageName === 'Uzbek') return 'uz';
  return languageName === 'Russian' ? 'ru' : 'en';
}

function visitorReply(role: string, dialogue: ChatMessages): string {
  const { yes, callBackTime } = visitorPhrases[languageOfRole(role)];
  if (isFarewell(textOf(dialogue.at(-1)))) return '[hangs up]';
  const facts = Array.from(role.matchAll(/: “(.+?)”\./gu), ([, says = '']) => says);
  return (
    [...facts, yes, callBackTime][dialogue.filter((message) => message.role === 'assistant').length] ??
    callBackTime
  );
}

const agentPhrases = {
  uz: {
    please: 'Iltimos',
    topic: (about: string) => `“${about}” haqida nima deysiz?`,
    questions: {
      name: 'Ismingiz nima?',
      profession: 'Qaysi sohada ishlaysiz?',
      goal: 'Maqsadingiz nima?',
      needs: 'Agent nima qilsin?',
    },
    again: 'Sizni eshitmadim, yana bir bor ayting.',
    no: 'Bunga hamkasbim javob beradi.',
    number: (phone: string) => `Raqamingiz ${phone}, toʻgʻrimi?`,
    when: 'Qachon qoʻngʻiroq qilaylik?',
    bye: 'Rahmat, salomat boʻling!',
  },
  ru: {
    please: 'Пожалуйста',
    topic: (about: string) => `Что скажете про «${about}»?`,
    questions: {
      name: 'Как вас зовут?',
      profession: 'Чем вы занимаетесь?',
      goal: 'Какая у вас цель?',
      needs: 'Что делать агенту?',
    },
    again: 'Вас не слышно, повторите, пожалуйста.',
    no: 'На это ответит мой коллега.',
    number: (phone: string) => `Ваш номер ${phone}, верно?`,
    when: 'Когда вам перезвонить?',
    bye: 'Спасибо, всего доброго!',
  },
  en: {
    please: 'Please',
    topic: (about: string) => `What about “${about}”?`,
    questions: {
      name: 'What is your name?',
      profession: 'What do you do?',
      goal: 'What is your goal?',
      needs: 'What should the agent do?',
    },
    again: 'I cannot hear you, please say it again.',
    no: 'A colleague will answer that.',
    number: (phone: string) => `Your number is ${phone}, is that right?`,
    when: 'When shall we call you back?',
    bye: 'Thank you, goodbye!',
  },
};

const visitorFacts = languages
  .flatMap((language) => [...factsOf(fourTopics, language), correctionOf(fourTopics, language)])
  .filter((fact) => fact !== undefined);
const topicsBySentence = new Map(visitorFacts.map(({ says, topic }) => [says, topic]));
const newNumber = '93 777 66 55';

/** Varies every second reply, because the agent must not repeat itself word for word. */
function agentReply(role: string, dialogue: ChatMessages): StagedReply {
  const reply = plainAgentReply(role, dialogue);
  const isEven = dialogue.filter((message) => message.role === 'assistant').length % 2 === 0;
  const { please } = agentPhrases[languageOfRole(role)];
  return isEven ? { ...reply, text: reply.text?.replace(/([^. ][^.]*[.?!])$/, `${please}, $1`) } : reply;
}

function plainAgentReply(role: string, dialogue: ChatMessages): StagedReply {
  const {
    questions,
    topic: questionAbout,
    again,
    no,
    number,
    when,
    bye,
  } = agentPhrases[languageOfRole(role)];
  const lastWords = textOf(dialogue.findLast((message) => message.role === 'user'));
  const phrases = languages.map((each) => visitorPhrases[each]);
  const topics = Array.from(
    /What you find out:\n((?:- .+\n)+)/.exec(role)?.[1]?.matchAll(/- (\w+): (.+)/g) ?? [],
    ([, id = '', about = '']) => ({ id, about }),
  );
  const openTopics = topics.filter(({ id }) => !role.includes(`- ${id}: "`));
  const phone = /The visitor's number: (.+?)\.\n/.exec(role)?.[1] ?? '';
  const ask = (remainingTopics: typeof openTopics) => {
    const [nextTopic] = remainingTopics;
    if (nextTopic === undefined) return number(phone);
    return new Map(Object.entries(questions)).get(nextTopic.id) ?? questionAbout(nextTopic.about);
  };
  const endCall = (reason: string) => ({ name: 'end_call', args: { reason } });
  if (phrases.some(({ refuses }) => lastWords === refuses))
    return { text: bye, calls: [endCall('recording_refused')] };
  if (phrases.some(({ rude }) => rude.includes(lastWords))) return { text: bye, calls: [endCall('abuse')] };
  if (phrases.some(({ child }) => lastWords === child))
    return { text: bye, calls: [endCall('visitor_wishes')] };
  if (phrases.some(({ wantsPerson }) => lastWords === wantsPerson))
    return { text: when, calls: [{ name: 'hand_over', args: { reason: 'a person' } }] };
  if (phrases.some(({ callBackTime }) => lastWords === callBackTime)) {
    const callBack = { name: 'call_back_at', args: { when: lastWords } };
    return { text: bye, calls: [callBack, endCall(openTopics.length === 0 ? 'finished' : 'visitor_wishes')] };
  }
  if (/^(…|hm|mm)$/.test(lastWords)) return { text: again };
  if (phrases.some(({ newPhone }) => lastWords === newPhone))
    return {
      text: number(newNumber),
      calls: [{ name: 'correct_phone', args: { phone: newNumber } }],
    };
  if (phrases.some(({ yes }) => lastWords === yes)) return { text: when };
  const savedAnswers = lastWords.split('; ').flatMap((value) => {
    const about = /[“«](.+?)[”»]/u.exec(value)?.[1] ?? '';
    const topic =
      topicsBySentence.get(value) ?? topics.find((each) => about !== '' && each.about.startsWith(about))?.id;
    return topic === undefined ? [] : [{ topic, value }];
  });
  if (savedAnswers.length === 0 || phrases.some(({ injections }) => injections.includes(lastWords)))
    return { text: `${no} ${ask(openTopics)}` };
  return {
    text: ask(openTopics.filter(({ id }) => savedAnswers.every(({ topic }) => topic !== id))),
    calls: [{ name: 'save_answer', args: { answers: savedAnswers } }],
  };
}
