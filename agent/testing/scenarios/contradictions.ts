import { languages } from '../../../lib/i18n/language.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { plainOf } from '../../../lib/words.ts';
import { isFarewell } from '../../language/farewell.ts';
import { isQuestion } from '../../language/is-question.ts';
import type { HeldCall } from '../hold-call.ts';
import type { Scenario } from './scenario.ts';

/** The agent loops if it asks a visitor who answers each time more often than this. */
const maxTimesAsked = 2;

interface HeardReply {
  speaker: 'agent' | 'visitor';
  text: string;
}

/** The agent's contradictions in a call. */
export function contradictionsIn(call: HeldCall, scenario: Scenario): string[] {
  const lines = call.turns.map(({ speaker, text = '' }): HeardReply => ({ speaker, text }));
  return [
    ...questionsAfterGoodbye(lines),
    ...repeatedQuestions(call, lines),
    ...(scenario.never === undefined ? [] : falseClaims(lines, scenario.never)),
    ...(scenario.isOpen === true ? [] : wrongEndings(call, lines)),
    ...wrongNumbers(call, scenario.voice),
    ...wrongAnswers(call, scenario),
  ];
}

function questionsAfterGoodbye(lines: readonly HeardReply[]): string[] {
  let hasSaidGoodbye = false;
  return lines.flatMap(({ speaker, text }) => {
    if (speaker === 'visitor') hasSaidGoodbye = false;
    const isAsked = hasSaidGoodbye && text.includes('?');
    if (speaker === 'agent') hasSaidGoodbye ||= isFarewell(text);
    return isAsked ? [`asked after a goodbye: ${text}`] : [];
  });
}

/** Finds questions of the script that were answered before, and questions that are asked in a loop. */
function repeatedQuestions({ answers, turns }: HeldCall, lines: readonly HeardReply[]): string[] {
  const answeredQuestions = answers.flatMap(({ topic, afterTurns }) =>
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

function falseClaims(lines: readonly HeardReply[], never: RegExp): string[] {
  return lines.flatMap(({ speaker, text }) =>
    speaker === 'agent' && never.test(text) ? [`claimed without a source: ${text}`] : [],
  );
}

function wrongEndings(call: HeldCall, lines: readonly HeardReply[]): string[] {
  const lastWords = lines.findLast(({ speaker }) => speaker === 'agent')?.text ?? '';
  return [
    ...(call.endings() === 1 ? [] : [`ended ${call.endings()} times`]),
    ...(lastWords.includes('?') ? [`asked, and hung up: ${lastWords}`] : []),
    ...(isFarewell(lastWords) ? [] : [`the last words are no goodbye: ${lastWords}`]),
  ];
}

function wrongNumbers({ vendor }: HeldCall, spokenNumber: string | undefined): string[] {
  const spoken = vendor.asked.flatMap(({ kind, text }) => (kind === 'voice' ? text : []));
  const digits = spoken.filter((text) => /\d/u.test(text)).map((text) => `the voice got digits: ${text}`);
  if (spokenNumber === undefined || spoken.join(' ').includes(spokenNumber)) return digits;
  return [...digits, `not spoken whole: ${spokenNumber} in ${spoken.join(' ')}`];
}

function wrongAnswers(call: HeldCall, { found: expectedAnswers = {}, phone }: Scenario): string[] {
  const savedAnswers = call.found();
  const errors = Object.entries(expectedAnswers).flatMap(([topic, value]) =>
    savedAnswers[topic] === value ? [] : [`noted for ${topic}: ${savedAnswers[topic]}`],
  );
  return phone === undefined || call.phone() === phone ? errors : [...errors, `number: ${call.phone()}`];
}
