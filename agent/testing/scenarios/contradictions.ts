import { languages } from '../../../lib/i18n/language.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { plainOf } from '../../../lib/words.ts';
import { isFarewell } from '../../language/farewell.ts';
import { isQuestion } from '../../language/is-question.ts';
import type { TestCall } from '../test-call.ts';
import type { Scenario } from './scenario.ts';

/** A question that the visitor answers each time is a loop if it is asked more often than this. */
const maxTimesAsked = 2;

interface TurnText {
  speaker: 'agent' | 'visitor';
  text: string;
}

/** The agent's contradictions in a call. */
export function contradictionsIn(call: TestCall, scenario: Scenario): string[] {
  const lines = call.turns.map(({ speaker, text = '' }): TurnText => ({ speaker, text }));
  return [
    ...questionsAfterGoodbye(lines),
    ...repeatedQuestions(call, lines),
    ...(scenario.mustNotSay === undefined ? [] : falseClaims(lines, scenario.mustNotSay)),
    ...(scenario.staysOpen === true ? [] : wrongEndings(call, lines)),
    ...wrongNumbers(call, scenario.expectedSpokenNumber),
    ...wrongAnswers(call, scenario),
  ];
}

function questionsAfterGoodbye(lines: readonly TurnText[]): string[] {
  let hasSaidGoodbye = false;
  return lines.flatMap(({ speaker, text }) => {
    if (speaker === 'visitor') hasSaidGoodbye = false;
    const isAsked = hasSaidGoodbye && text.includes('?');
    if (speaker === 'agent') hasSaidGoodbye ||= isFarewell(text);
    return isAsked ? [`asked after a goodbye: ${text}`] : [];
  });
}

/** Questions of the script that were answered before, and questions asked in a loop. */
function repeatedQuestions({ answeredTopics, turns }: TestCall, lines: readonly TurnText[]): string[] {
  const answeredQuestions = answeredTopics.flatMap(({ topic, afterTurns }) =>
    turns.slice(afterTurns + 1).flatMap(({ speaker, text = '' }) => {
      const isAsked = languages.some((language) => {
        const messages: Partial<Record<string, string>> = messagesOf[language];
        return [messages[`agent_ask_${topic}`], messages[`agent_ask_again_${topic}`]].some(
          (question) => question !== undefined && text.includes(question),
        );
      });
      return speaker === 'agent' && isAsked ? [`asked though answered: ${text}`] : [];
    }),
  );
  const counts = new Map<string, number>();
  const loops = lines.flatMap(({ speaker, text }, index) => {
    // The agent asks again after a counter-question or silence.
    const previousLine = lines[index - 1];
    if (speaker === 'visitor' || previousLine?.speaker !== 'visitor') return [];
    if (isQuestion(previousLine.text)) return [];
    return (text.match(/[^.!?…]+\?/gu) ?? []).flatMap((question) => {
      const words = plainOf(question);
      const count = (counts.get(words) ?? 0) + 1;
      counts.set(words, count);
      return count > maxTimesAsked ? [`asked ${count} times: ${words}`] : [];
    });
  });
  return [...answeredQuestions, ...loops];
}

function falseClaims(lines: readonly TurnText[], mustNotSay: RegExp): string[] {
  return lines.flatMap(({ speaker, text }) =>
    speaker === 'agent' && mustNotSay.test(text) ? [`claimed without a source: ${text}`] : [],
  );
}

function wrongEndings(call: TestCall, lines: readonly TurnText[]): string[] {
  const lastWords = lines.findLast(({ speaker }) => speaker === 'agent')?.text ?? '';
  return [
    ...(call.endCount() === 1 ? [] : [`ended ${call.endCount()} times`]),
    ...(lastWords.includes('?') ? [`asked, and hung up: ${lastWords}`] : []),
    ...(isFarewell(lastWords) ? [] : [`the last words are no goodbye: ${lastWords}`]),
  ];
}

function wrongNumbers({ vendor }: TestCall, spokenNumber: string | undefined): string[] {
  const spoken = vendor.requests.flatMap(({ kind, text }) => (kind === 'voice' ? text : []));
  const digits = spoken.filter((text) => /\d/u.test(text)).map((text) => `the voice got digits: ${text}`);
  if (spokenNumber === undefined || spoken.join(' ').includes(spokenNumber)) return digits;
  return [...digits, `not spoken whole: ${spokenNumber} in ${spoken.join(' ')}`];
}

function wrongAnswers(call: TestCall, { expectedAnswers = {}, expectedPhone }: Scenario): string[] {
  const savedAnswers = call.savedAnswers();
  const errors = Object.entries(expectedAnswers).flatMap(([topic, value]) =>
    savedAnswers[topic] === value ? [] : [`saved for ${topic}: ${savedAnswers[topic]}`],
  );
  return expectedPhone === undefined || call.phone() === expectedPhone
    ? errors
    : [...errors, `number: ${call.phone()}`];
}
