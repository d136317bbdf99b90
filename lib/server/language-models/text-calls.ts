import { z } from 'zod';

/** Markers by which models write a tool call into their text, and how it ends. Speech has no braces or fences. */
const markers: { begins: string; ends?: string }[] = [
  { begins: '<tool_call>', ends: '</tool_call>' },
  { begins: '</tool_call>', ends: '' },
  { begins: '<function=', ends: '</function>' },
  { begins: '<function_call>', ends: '</function_call>' },
  { begins: '<|' },
  { begins: '[TOOL_CALLS]' },
  { begins: '```', ends: '```' },
  { begins: '{' },
  { begins: '[{' },
];

const json = z.union([z.record(z.string(), z.unknown()), z.string().transform((text) => JSON.parse(text))]);
const writtenCall = z.object({
  name: z.string(),
  arguments: json.optional(),
  parameters: json.optional(),
  args: json.optional(),
});

/** Extracts tool calls that a model writes as text. Drops a call that is unreadable or names no tool. */
export class TextCalls {
  readonly #tools: ReadonlySet<string>;
  #pending = '';
  readonly calls: { name: string; args: string }[] = [];

  /** @param tools the names of the model's tools */
  constructor(tools: ReadonlySet<string>) {
    this.#tools = tools;
  }

  /** Returns the words that cannot belong to a call. Without tools, JSON counts as an answer. */
  pass(words: string): string {
    if (this.#tools.size === 0) return words;
    this.#pending += words;
    return this.#read(false);
  }

  /** Returns the remaining words at the end of a reply. */
  end(): string {
    return this.#read(true);
  }

  #read(isEnd: boolean): string {
    let words = '';
    for (;;) {
      const found = firstMarker(this.#pending);
      if (found === undefined) {
        const retained = isEnd
          ? 0
          : Math.max(...markers.map(({ begins }) => partialMarkerLength(begins, this.#pending)));
        const passed = this.#pending.slice(0, this.#pending.length - retained);
        this.#pending = this.#pending.slice(passed.length);
        return words + passed;
      }
      words += this.#pending.slice(0, found.at);
      this.#pending = this.#pending.slice(found.at);
      const length = lengthOf(this.#pending, found.marker);
      if (length === undefined && !isEnd) return words;
      const call = this.#pending.slice(0, length);
      this.#pending = this.#pending.slice(call.length);
      this.#take(call);
    }
  }

  #take(text: string): void {
    const [, functionName] = /^<function=(\w+)/.exec(text) ?? [];
    const body = text.slice(
      text.search(/[{[](?!TOOL_CALLS)/),
      Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1,
    );
    try {
      const value: unknown = JSON.parse(body);
      for (const each of Array.isArray(value) ? value : [value]) {
        const { name, ...fields } = writtenCall.parse(
          functionName === undefined ? each : { name: functionName, args: each },
        );
        const args: unknown = fields.arguments ?? fields.parameters ?? fields.args ?? {};
        if (this.#tools.has(name)) this.calls.push({ name, args: JSON.stringify(args) });
      }
    } catch {
      // Neither words nor a call.
    }
  }
}

/** The marker that comes first in the text; of two at one place, the one that `markers` lists first. */
function firstMarker(text: string) {
  return markers
    .map((marker) => ({ at: text.indexOf(marker.begins), marker }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at)[0];
}

/** The length of the call at the text's beginning; undefined if it may continue. */
function lengthOf(text: string, { begins, ends }: (typeof markers)[number]): number | undefined {
  if (ends !== undefined) {
    const at = text.indexOf(ends, begins.length);
    return at === -1 ? undefined : at + ends.length;
  }
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isString && letter === '\\') at++;
    else if (letter === '"') isString = !isString && depth > 0;
    else if (!isString && (letter === '{' || letter === '['))
      depth += text.startsWith('[TOOL_CALLS]', at) ? 0 : 1;
    else if (!isString && (letter === '}' || letter === ']') && depth > 0 && --depth === 0) return at + 1;
  }
  return undefined;
}

/** How many characters at the text's end may begin the marker. */
export function partialMarkerLength(marker: string, text: string): number {
  for (let length = marker.length - 1; length > 0; length--)
    if (text.endsWith(marker.slice(0, length))) return length;
  return 0;
}
