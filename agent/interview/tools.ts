import { llm } from '@livekit/agents';
import { z } from 'zod';
import { type EndReason, toolDefinitions } from '../../lib/server/plan/tools.ts';
import { formatPhone, phoneDigits, phoneProblem } from '../../lib/phone.ts';
import type { Notes } from './notes.ts';
import { tashkentOffset, tashkentOffsetMs } from '../../lib/time.ts';

export interface ToolHost {
  notes: Notes;
  /** Whether the model has spoken in the answer in which it calls the tool. */
  hasSpoken: () => boolean;
  /** The topic that the model asks about in the same reply. */
  onAsks?: (topic: string) => void;
  /** The goodbye of a reply that ends the call begins. */
  onGoodbye: () => void;
  /** The goodbye has been heard: the call may be closed. */
  onEnd: (reason: EndReason) => void;
  /** The model ends the call without a word. */
  onEndWithoutGoodbye: (reason: EndReason) => void;
}

/**
 * The tools of the model. A tool that gives nothing is not followed by another request: a model that speaks and saves
 * in one answer saves a round trip. One that has not spoken is given a sentence to go on from, or nobody would say anything.
 */
export function interviewTools({
  notes,
  hasSpoken,
  onAsks,
  onGoodbye,
  onEnd,
  onEndWithoutGoodbye,
}: ToolHost) {
  const tools = toolDefinitions(notes.plan);
  const unlessSpoken = (result: string) => (hasSpoken() ? undefined : result);
  const remaining = () =>
    notes.open.length === 0
      ? 'Everything is known. Read the number back, agree on a time for the call back, say goodbye and end the call.'
      : `Still unknown: ${notes.open.map(({ id }) => id).join(', ')}. Ask about one of them.`;

  return [
    llm.tool({
      ...tools.saveAnswer,
      execute: async ({ answers, asks }) => {
        if (asks != null) onAsks?.(asks);
        for (const { topic, value } of answers) notes.answer(topic, value);
        return unlessSpoken(`Saved. ${remaining()}`);
      },
    }),
    llm.tool({
      ...tools.correctPhone,
      execute: async ({ phone }) => {
        if (phoneProblem(phone) !== null)
          throw new llm.ToolError(
            `${phone} is not a number of Uzbekistan: nine digits after 998. Ask for it again, digit by digit.`,
          );
        const whole = `+${phoneDigits(phone)}`;
        notes.correctPhone(whole);
        return unlessSpoken(
          `Noted: ${formatPhone(whole)}. Read it back as it is written here and ask whether it is right.`,
        );
      },
    }),
    llm.tool({
      ...tools.callBackAt,
      execute: async ({ when, time }) => {
        const given = z.iso.datetime({ offset: true, local: true }).safeParse(time?.trim());
        if (time?.trim() && !given.success)
          throw new llm.ToolError(
            `${time} is no ISO 8601 time: give one like 2026-11-24T10:00:00+05:00, or none.`,
          );
        const atMs = given.success ? Date.parse(withOffset(given.data)) : undefined;
        if (atMs !== undefined && atMs < Date.now())
          throw new llm.ToolError(
            `That time has passed: in Tashkent it is ${new Date(Date.now() + tashkentOffsetMs).toISOString().slice(0, 16)}. Correct the date yourself if it was yours; if the visitor named a time that is over, ask for another one.`,
          );
        notes.callBackAt({ when, atMs });
        return unlessSpoken('Noted. Confirm the time in a few words.');
      },
    }),
    llm.tool({
      ...tools.handOver,
      execute: async ({ reason }) => {
        notes.handOver(reason);
        return unlessSpoken('Noted. Say that a person will call back, and ask when that suits.');
      },
    }),
    llm.tool({
      ...tools.endCall,
      execute: async ({ reason }, { ctx }) => {
        if (!hasSpoken()) {
          onEndWithoutGoodbye(reason);
          return undefined;
        }
        onGoodbye();
        // Answers may be saved after it in the same reply.
        await ctx.speechHandle.waitIfNotInterrupted([ctx.waitForPlayout()]);
        // A visitor who talks over the goodbye has more to say.
        if (!ctx.speechHandle.interrupted) onEnd(reason);
        return undefined;
      },
    }),
  ];
}

/** A time without an offset is Tashkent's, wherever this process runs. */
function withOffset(time: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}${tashkentOffset}`;
}
