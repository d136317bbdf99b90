import { llm } from '@livekit/agents';
import { z } from 'zod';
import { formatPhone, phoneDigits, phoneProblem } from '../../lib/phone.ts';
import { nextStep } from '../../lib/server/plan/prompt.ts';
import { type ModelEndReason, toolDefinitions } from '../../lib/server/plan/tools.ts';
import { tashkentOffset, tashkentOffsetMs } from '../../lib/time.ts';
import type { Memory } from './memory.ts';

export interface ToolHost {
  memory: Memory;
  /** True if the model spoke in the reply that calls the tool. */
  hasSpoken: () => boolean;
  /** Called with the topic that the model asks about in the same reply. */
  onAsks: (topic: string) => void;
  onEnd: (reason: ModelEndReason) => void;
}

/**
 * The model's tools. A tool without a result causes no further request, which saves a round trip if the model spoke in the same
 * reply.
 */
export function interviewTools({ memory, hasSpoken, onAsks, onEnd }: ToolHost) {
  const tools = toolDefinitions(memory.plan);
  const unlessSpoken = (result: string) => (hasSpoken() ? undefined : result);
  const nextHint = () => `Next: ${nextStep(memory)}`;

  return [
    llm.tool({
      ...tools.saveAnswer,
      execute: async ({ answers, asks }) => {
        if (asks != null) onAsks(asks);
        for (const { topic, value } of answers) memory.saveAnswer(topic, value, 'tool');
        memory.unprocessedTurns = 0;
        return unlessSpoken(`Saved. ${nextHint()}`);
      },
    }),
    llm.tool({
      ...tools.correctPhone,
      execute: async ({ phone }) => {
        if (phoneProblem(phone) !== null)
          throw new llm.ToolError(
            `${phone} is not a number of Uzbekistan: nine digits after 998. Ask for it again, digit by digit.`,
          );
        const fullPhone = `+${phoneDigits(phone)}`;
        memory.correctPhone(fullPhone);
        return unlessSpoken(
          `Noted: ${formatPhone(fullPhone)}. Read it back as it is written here and ask whether it is right.`,
        );
      },
    }),
    llm.tool({
      ...tools.callBackAt,
      execute: async ({ when, time }) => {
        const callBackAtMs = timeMs(time);
        if (time?.trim() && callBackAtMs === undefined)
          throw new llm.ToolError(
            `${time} is no ISO 8601 time: give one like 2026-11-24T10:00:00+05:00, or none.`,
          );
        if (callBackAtMs !== undefined && callBackAtMs < Date.now())
          throw new llm.ToolError(
            `That time has passed: in Tashkent it is ${new Date(Date.now() + tashkentOffsetMs).toISOString().slice(0, 16)}. Correct the date yourself if it was yours; if the visitor named a time that is over, ask for another one.`,
          );
        memory.saveCallBack({ when, atMs: callBackAtMs });
        return unlessSpoken(`Noted. Confirm the time in a few words. ${nextHint()}`);
      },
    }),
    llm.tool({
      ...tools.handOver,
      execute: async ({ reason }) => {
        memory.saveHandOver(reason);
        return unlessSpoken(`Noted. ${nextHint()}`);
      },
    }),
    llm.tool({
      ...tools.endCall,
      execute: async ({ reason }) => {
        if (reason === 'recording_refused') memory.reportRefusedRecording();
        onEnd(reason);
        return undefined;
      },
    }),
  ];
}

/** An ISO 8601 time; without an offset it is Tashkent's, wherever this process runs. */
function timeMs(text: string | null | undefined): number | undefined {
  // Models leave out the seconds, as the prompt does.
  const whole = text
    ?.trim()
    .replace(/(T\d\d:\d\d)(?=$|Z|[+-])/, '$1:00')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const { data: time } = z.iso.datetime({ offset: true, local: true }).safeParse(whole);
  if (time === undefined) return undefined;
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}${tashkentOffset}`);
}

/** The time in milliseconds, if it is in the future. */
export function futureTimeMs(text: string | null | undefined): number | undefined {
  const atMs = timeMs(text);
  return atMs !== undefined && atMs > Date.now() ? atMs : undefined;
}
