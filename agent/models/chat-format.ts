import { llm } from '@livekit/agents';

const continueInstruction =
  'Your last message broke off in the middle, and the visitor has heard it. Write only the words that follow it: do not begin it again, and do not greet.';

/** The messages of a request. @param beginning the words of a reply that broke off, which the model continues */
export async function requestMessages(chatCtx: llm.ChatContext, beginning: string): Promise<unknown[]> {
  const copy = chatCtx.copy();
  if (beginning !== '') {
    copy.addMessage({ role: 'assistant', content: beginning.trimEnd() });
    copy.addMessage({ role: 'system', content: continueInstruction });
  }
  const messages: unknown = await copy.toProviderFormat('openai');
  return Array.isArray(messages) ? messages : [];
}

export function charsOf({ items }: llm.ChatContext): number {
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

/** Delays the last word of a reply until it is whole, so that another vendor can continue a reply that breaks off. */
export class WholeWords {
  /** The words that were passed on; they end between two words. */
  passedWords = '';
  #partialWord = '';

  /** @param isFirst true for the first words of each vendor's reply */
  pass(words: string, isFirst: boolean): string {
    if (isFirst) this.#partialWord = '';
    this.#partialWord += isFirst && this.passedWords !== '' ? words.trimStart() : words;
    const whole = /^.*\s/su.exec(this.#partialWord)?.[0] ?? '';
    this.#partialWord = this.#partialWord.slice(whole.length);
    this.passedWords += whole;
    return whole;
  }

  /** Returns the last word, which is now whole. */
  release(): string {
    const lastWord = this.#partialWord;
    this.#partialWord = '';
    this.passedWords += lastWord;
    return lastWord;
  }
}
