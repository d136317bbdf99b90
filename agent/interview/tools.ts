import { llm } from '@livekit/agents';
import { z } from 'zod';
import { formatPhone, phoneDigits, phoneProblem } from '../../lib/phone.ts';
import type { Notes } from './notes.ts';
import { tashkentOffset, tashkentOffsetMs } from '../../lib/time.ts';

const endReasons = ['finished', 'visitor_wishes', 'recording_refused', 'abuse'] as const;
export type EndReason = (typeof endReasons)[number];

export interface ToolHost {
  notes: Notes;
  /** Whether the model has spoken in the answer in which it calls the tool. */
  hasSpoken: () => boolean;
  /** The topic that the model asks about in the same reply. */
  onAsks?: (topic: string) => void;
  /** The goodbye has been heard: the call may be closed. */
  onEnd: (reason: EndReason) => void;
}

/**
 * The tools of the model. A tool that gives nothing is not followed by another request: a model that speaks and saves
 * in one answer saves a round trip. One that has not spoken is given a sentence to go on from, or nobody would say anything.
 */
export function interviewTools({ notes, hasSpoken, onAsks, onEnd }: ToolHost) {
  const { plan } = notes;
  const ids = plan.topics.map(({ id }) => id);
  const unlessSpoken = (result: string) => (hasSpoken() ? undefined : result);
  const remaining = () =>
    notes.open.length === 0
      ? 'Everything is known. Read the number back, agree on a time for the call back, say goodbye and end the call.'
      : `Still unknown: ${notes.open.map(({ id }) => id).join(', ')}. Ask about one of them.`;

  return [
    llm.tool({
      name: 'save_answer',
      description:
        'Notes what the visitor has told, several answers at once if they gave several. Call it in the same answer in which you speak. A new value for a topic replaces the old one.',
      parameters: z.object({
        answers: z
          .array(
            z.object({
              topic: z
                .enum(ids)
                .describe(plan.topics.map(({ id, findOut }) => `${id}: ${findOut}`).join('; ')),
              value: z
                .string()
                .trim()
                .min(1)
                .max(1000)
                .describe(
                  "Short, in the visitor's own words and language. Several items are separated by semicolons.",
                ),
            }),
          )
          .min(1)
          .max(ids.length),
        asks: z.enum(ids).nullish().describe('The topic of the question that you ask in this answer.'),
      }),
      execute: async ({ answers, asks }) => {
        if (asks != null) onAsks?.(asks);
        for (const { topic, value } of answers) notes.answer(topic, value);
        return unlessSpoken(`Saved. ${remaining()}`);
      },
    }),
    llm.tool({
      name: 'correct_phone',
      description:
        'Notes the number on which the visitor wants to be called, when it is not the one that they left.',
      parameters: z.object({ phone: z.string().max(40).describe('All digits that the visitor named.') }),
      execute: async ({ phone }) => {
        if (phoneProblem(phone) !== null)
          throw new llm.ToolError(
            `${phone} is not a number of Uzbekistan: nine digits after 998. Ask for it again, digit by digit.`,
          );
        const whole = `+${phoneDigits(phone)}`;
        notes.correctPhone(whole);
        return unlessSpoken(
          `Noted: ${digitByDigit(whole)}. Read it back digit by digit and ask whether it is right.`,
        );
      },
    }),
    llm.tool({
      name: 'call_back_at',
      description: 'Notes when the visitor wants to be called back.',
      parameters: z.object({
        when: z.string().trim().min(1).max(200).describe("The time in the visitor's own words."),
        // Without a format: its pattern in the schema makes llama.cpp's server refuse the request.
        time: z.string().nullish().describe('The same as ISO 8601 with +05:00, if it is clear.'),
      }),
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
      name: 'hand_over',
      description: `Notes that a person has to take over: ${plan.handOver}.`,
      parameters: z.object({ reason: z.string().trim().min(1).max(500).describe('In a few words.') }),
      execute: async ({ reason }) => {
        notes.handOver(reason);
        return unlessSpoken('Noted. Say that a person will call back, and ask when that suits.');
      },
    }),
    llm.tool({
      name: 'end_call',
      description:
        'Ends the call. Say goodbye in the same answer. Only when everything is done, or the visitor wants to end it or refuses to be recorded.',
      parameters: z.object({ reason: z.enum(endReasons) }),
      execute: async ({ reason }, { ctx }) => {
        const spoke = hasSpoken();
        // Answers may be saved after it in the same reply.
        if (spoke) await ctx.speechHandle.waitIfNotInterrupted([ctx.waitForPlayout()]);
        // A visitor who talks over the goodbye has more to say.
        if (ctx.speechHandle.interrupted) return undefined;
        const open = notes.open.filter(({ required }) => required);
        if (reason === 'finished' && open.length > 0)
          throw new llm.ToolError(
            `Not yet: ${open.map(({ id }) => id).join(', ')} still unknown. Ask, or end with visitor_wishes if they do not want to tell.`,
          );
        if (!spoke) return 'Say goodbye first, then call end_call again in the same answer.';
        onEnd(reason);
        return undefined;
      },
    }),
  ];
}

/** +998901234567 as it is read out: 9 9 8, 9 0, 1 2 3, 4 5, 6 7. */
export function digitByDigit(phone: string): string {
  return formatPhone(phone)
    .replace('+', '')
    .split(' ')
    .map((group) => [...group].join(' '))
    .join(', ');
}

/** A time without an offset is Tashkent's, wherever this process runs. */
function withOffset(time: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}${tashkentOffset}`;
}
