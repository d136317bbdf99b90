import { languages } from '../../../lib/i18n/language.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { plainOf } from '../../../lib/words.ts';
import { isFarewell } from '../../language/farewell.ts';
import { isQuestion } from '../../language/is-question.ts';
import type { HeldCall } from '../hold-call.ts';
import type { Scenario } from './scenario.ts';

/** The agent loops if it asks a visitor who answers each time more often than this. */
const maxAsked = 2;

interface HeardReply {
  speaker: 'agent' | 'visitor';
  text: string;
}

/** The agent's contradictions in a call. */
export function contradictionsIn(call: HeldCall, scenario: Scenario): string[] {
  const lines = call.turns.map(({ speaker, text = '' }): HeardReply => ({ speaker, text }));
  return [
    ...askedAfterGoodbye(lines),
    ...askedAgain(call, lines),
    ...(scenario.never === undefined ? [] : claimed(lines, scenario.never)),
    ...(scenario.isOpen === true ? [] : endedOtherwise(call, lines)),
    ...spokenInDigits(call, scenario.voice),
    ...notedOtherwise(call, scenario),
  ];
}

function askedAfterGoodbye(lines: readonly HeardReply[]): string[] {
  let hasSaidGoodbye = false;
  return lines.flatMap(({ speaker, text }) => {
    if (speaker === 'visitor') hasSaidGoodbye = false;
    const isAsked = hasSaidGoodbye && text.includes('?');
    if (speaker === 'agent') hasSaidGoodbye ||= isFarewell(text);
    return isAsked ? [`asked after a goodbye: ${text}`] : [];
  });
}

/** Finds questions of the script that were answered before, and questions that are asked in a loop. */
function askedAgain({ answers, turns }: HeldCall, lines: readonly HeardReply[]): string[] {
  const known = answers.flatMap(({ topic, afterTurns }) =>
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
  const times = new Map<string, number>();
  const loops = lines.flatMap(({ speaker, text }, at) => {
    // The agent asks again after a counter-question or silence.
    const before = lines[at - 1];
    if (speaker === 'visitor' || before?.speaker !== 'visitor' || isQuestion(before.text)) return [];
    return (text.match(/[^.!?…]+\?/gu) ?? []).flatMap((question) => {
      const words = plainOf(question);
      const count = (times.get(words) ?? 0) + 1;
      times.set(words, count);
      return count > maxAsked ? [`asked ${count} times: ${words}`] : [];
    });
  });
  return [...known, ...loops];
}

function claimed(lines: readonly HeardReply[], never: RegExp): string[] {
  return lines.flatMap(({ speaker, text }) =>
    speaker === 'agent' && never.test(text) ? [`claimed without a source: ${text}`] : [],
  );
}

function endedOtherwise(call: HeldCall, lines: readonly HeardReply[]): string[] {
  const last = lines.findLast(({ speaker }) => speaker === 'agent')?.text ?? '';
  return [
    ...(call.endings() === 1 ? [] : [`ended ${call.endings()} times`]),
    ...(last.includes('?') ? [`asked, and hung up: ${last}`] : []),
    ...(isFarewell(last) ? [] : [`the last words are no goodbye: ${last}`]),
  ];
}

function spokenInDigits({ vendor }: HeldCall, wanted: string | undefined): string[] {
  const spoken = vendor.asked.flatMap(({ kind, text }) => (kind === 'voice' ? text : []));
  const digits = spoken.filter((text) => /\d/u.test(text)).map((text) => `the voice got digits: ${text}`);
  if (wanted === undefined || spoken.join(' ').includes(wanted)) return digits;
  return [...digits, `not spoken whole: ${wanted} in ${spoken.join(' ')}`];
}

function notedOtherwise(call: HeldCall, { found = {}, phone }: Scenario): string[] {
  const noted = call.found();
  const wrong = Object.entries(found).flatMap(([topic, value]) =>
    noted[topic] === value ? [] : [`noted for ${topic}: ${noted[topic]}`],
  );
  return phone === undefined || call.phone() === phone ? wrong : [...wrong, `number: ${call.phone()}`];
}
