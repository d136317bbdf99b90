import { llm } from '@livekit/agents';

const continueInstruction =
  'Your last message broke off in the middle, and the visitor has heard it. Write only the words that follow it: do not begin it again, and do not greet.';

/** Messages of chat completions; `said` is the beginning of a reply that broke off. */
export async function messagesOf(chatCtx: llm.ChatContext, said: string): Promise<unknown[]> {
  const copy = chatCtx.copy();
  if (said !== '') {
    copy.addMessage({ role: 'assistant', content: said.trimEnd() });
    copy.addMessage({ role: 'system', content: continueInstruction });
  }
  const messages: unknown = await copy.toProviderFormat('openai');
  return Array.isArray(messages) ? messages : [];
}

export function lettersOf({ items }: llm.ChatContext): number {
  return items.reduce(
    (sum, item) => sum + (item.type === 'message' ? (item.textContent?.length ?? 0) : 0),
    0,
  );
}

/** Omits an empty list, which some servers refuse. */
export function toolsOf(context: llm.ToolContext | undefined): unknown[] | undefined {
  const tools = context === undefined ? [] : llm.sortedToolEntries(context);
  if (tools.length === 0) return undefined;
  return tools.map(([name, { description, parameters }]) => {
    const schema = { ...llm.toJsonSchema(parameters, true, false), $schema: undefined };
    return { type: 'function', function: { name, description, parameters: schema } };
  });
}

/** Delays the last word of a reply until it is whole: another vendor continues a reply that breaks off at a word's beginning. */
export class WholeWords {
  /** The words that were passed on; they end between two words. */
  said = '';
  #held = '';

  /** @param isFirst false for a vendor that continues another one's words */
  pass(words: string, isFirst: boolean): string {
    if (isFirst) this.#held = '';
    this.#held += isFirst && this.said !== '' ? words.trimStart() : words;
    const whole = /^.*\s/su.exec(this.#held)?.[0] ?? '';
    this.#held = this.#held.slice(whole.length);
    this.said += whole;
    return whole;
  }

  release(): string {
    const held = this.#held;
    this.#held = '';
    this.said += held;
    return held;
  }
}
