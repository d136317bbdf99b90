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

const wholeMark = 'ovozWhole';

/** The last chunk of a reply that came to its end; a reply without it broke off. */
export function wholeReply(toolCalls: llm.FunctionCall[]): Pick<llm.ChatChunk, 'delta'> {
  return { delta: { role: 'assistant', toolCalls, extra: { [wholeMark]: true } } };
}

/** The chunk without the mark, which would be stored in the history. */
function unmarked(chunk: llm.ChatChunk): { chunk: llm.ChatChunk; isLast: boolean } {
  if (chunk.delta?.extra?.[wholeMark] !== true) return { chunk, isLast: false };
  return { chunk: { ...chunk, delta: { ...chunk.delta, extra: undefined } }, isLast: true };
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
      let isWhole = false;
      const timer = setTimeout(() => {
        if (open && !any && filler !== '') controller.enqueue(`${filler} `);
      }, fillerAfterMs);
      try {
        for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
          if (!open) return;
          const { value } = read;
          const text = typeof value === 'string' ? value : value.delta?.content;
          told += text ?? '';
          if (text?.trim()) {
            onWords();
            any = true;
          }
          if (typeof value === 'string') controller.enqueue(value);
          else {
            const { chunk, isLast } = unmarked(value);
            isWhole ||= isLast;
            controller.enqueue(chunk);
          }
        }
      } catch (cause) {
        log.warn('model_reply_broke_off', {}, cause);
      } finally {
        clearTimeout(timer);
      }
      if (!open) return;
      if (any && !isWhole) controller.enqueue('… ');
      if (!isWhole) for (const piece of script(told.trim())) controller.enqueue(piece);
      open = false;
      controller.close();
    },
    cancel: async (reason) => {
      open = false;
      await reader?.cancel(reason).catch(() => {});
    },
  });
}
