import { ReadableStream } from 'node:stream/web';
import type { llm } from '@livekit/agents';
import { log } from '../../../lib/server/platform/log.ts';

export type Reply = string | llm.ChatChunk;

interface GuardedReplyOptions {
  /** Said while the model's first token is late; empty for none. */
  filler: string;
  fillerAfterMs: number;
  onWords: () => void;
  /** The script's sentences where the model has no words, or after the beginning of a reply that was cut. */
  script: (begun: string) => string[];
}

/** Tells a finished reply where the vendor sends no usage, which comes last. */
export const sentenceEnd = /[.!?…]["'»”)]*\s*$/u;

/** Whether a reply has told its end: by calling a tool, or by its usage, which some vendors tell with each piece. */
export class ReplyEnd {
  #calls = false;
  #hasUsage = false;
  #goesOnAfterUsage = false;

  take({ delta, usage }: llm.ChatChunk): void {
    this.#calls ||= Boolean(delta?.toolCalls?.length);
    this.#goesOnAfterUsage ||= this.#hasUsage && Boolean(delta?.content);
    this.#hasUsage ||= usage !== undefined;
  }

  get isTold(): boolean {
    return this.#calls || (this.#hasUsage && !this.#goesOnAfterUsage);
  }
}

/** The model's words; a filler phrase while they are late, and the script's line if none come or they break off. */
export function guardedReply(
  reply: ReadableStream<Reply> | null,
  { filler, fillerAfterMs, onWords, script }: GuardedReplyOptions,
): ReadableStream<Reply> {
  const reader = reply?.getReader();
  let open = true;
  return new ReadableStream<Reply>({
    start: async (controller) => {
      let any = false;
      let told = '';
      const end = new ReplyEnd();
      const timer = setTimeout(() => {
        if (open && !any && filler !== '') controller.enqueue(`${filler} `);
      }, fillerAfterMs);
      try {
        for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
          if (!open) return;
          const text = typeof read.value === 'string' ? read.value : read.value.delta?.content;
          told += text ?? '';
          if (text?.trim()) {
            onWords();
            any = true;
          }
          if (typeof read.value !== 'string') {
            end.take(read.value);
            any ||= Boolean(read.value.delta?.toolCalls?.length);
          }
          controller.enqueue(read.value);
        }
      } catch (cause) {
        log.warn('model_reply_broke_off', {}, cause);
      } finally {
        clearTimeout(timer);
      }
      if (!open) return;
      const isCut = any && !end.isTold && !sentenceEnd.test(told);
      if (isCut) controller.enqueue('… ');
      if (!any || isCut) for (const piece of script(told.trim())) controller.enqueue(piece);
      open = false;
      controller.close();
    },
    cancel: async (reason) => {
      open = false;
      await reader?.cancel(reason).catch(() => {});
    },
  });
}
