import { ReadableStream } from 'node:stream/web';
import { llm, voice } from '@livekit/agents';
import type { Language } from '../../../lib/i18n/language.ts';
import { instructions } from '../../../lib/server/plan/prompt.ts';
import type { Sentence } from '../../interview/script.ts';
import { interviewTools } from '../../interview/tools.ts';
import type { EndReason } from '../../../lib/server/plan/tools.ts';
import { type Reply, guardedReply } from './guarded-reply.ts';
import { type Cue, ScriptLines, type ScriptLinesOptions } from './script-lines.ts';
import { unheard } from './stt-node.ts';

/** A filler phrase is heard about 100 ms after the visitor has waited this long for the model's first token … */
const slowAfterMs = 1_100;
/** … but a request takes this long at least before it counts as slow. */
const leastWaitMs = 400;

export interface InterviewerOptions extends ScriptLinesOptions {
  /** How long the visitor has waited already as the model is asked, ms; 0 without it. */
  waitedMs?: () => number;
  slowAfterMs?: number;
  /** The model's goodbye begins. */
  onGoodbye?: () => void;
  /** The model ends the call without a word; `onEnd` without it. */
  onEndWithoutGoodbye?: (reason: EndReason) => void;
}

/** The id of the message that tells the model of a cue. */
const cueId = 'ovoz.cue';

const notRecognised = '[The visitor answered, but the words could not be recognised.]';

function cueText(cue: Cue, silentMs: number): string {
  return cue === 'silent'
    ? `[The visitor has been silent for ${Math.round(silentMs / 1000)} seconds. If you said goodbye, call end_call. Otherwise repeat your last question in other words, in one short sentence. Ask for nothing that was answered.]`
    : '[The connection was lost and is back. Say so in a few words, then repeat your last question. If the visitor had answered it, go on from there. Ask for nothing that was answered.]';
}

/** The message of the framework that holds an agent's instructions. */
const instructionsId = 'lk.agent_task.instructions';

/** The agent of a session: the model speaks, and where it has no words the script goes on where the conversation was. */
export class Interviewer extends voice.Agent {
  readonly #options: InterviewerOptions;
  readonly #firstLanguage: Language;
  readonly #lines: ScriptLines;
  readonly #began = new Date();
  #fixed: readonly Sentence[] | undefined;
  /** Whether the model has said something in the reply that is being made. */
  readonly #spoken: { yet: boolean };
  /** The topic that the model names as its question, in a reply that has not been heard yet. */
  readonly #modelAsks: { topic?: string };

  constructor(options: InterviewerOptions) {
    const { notes, language, onEnd, onGoodbye = () => {}, onEndWithoutGoodbye = onEnd } = options;
    const spoken = { yet: false };
    const modelAsks: { topic?: string } = {};
    const firstLanguage = language();
    super({
      instructions: instructions(notes, firstLanguage),
      tools: interviewTools({
        notes,
        onEnd,
        onGoodbye,
        onEndWithoutGoodbye,
        hasSpoken: () => spoken.yet,
        onAsks: (topic) => (modelAsks.topic = topic),
      }),
    });
    this.#spoken = spoken;
    this.#modelAsks = modelAsks;
    this.#options = options;
    this.#firstLanguage = firstLanguage;
    this.#lines = new ScriptLines(options);
  }

  /** The topic that is being asked about, as far as it is known. */
  get topic(): string | undefined {
    return this.#lines.topic;
  }

  /** Says these sentences in the next reply without tools, and without asking the model. Unlike say(), an interruption cuts them in the history. */
  sayNext(...sentences: readonly Sentence[]): void {
    this.#fixed = sentences;
  }

  /** The history with a cue at its end, for a reply to a visitor who said nothing. */
  withCue(cue: Cue, silentMs = 0): llm.ChatContext {
    const copy = this.chatCtx.copy();
    copy.addMessage({ role: 'user', content: cueText(cue, silentMs), id: `${cueId}.${cue}` });
    return copy;
  }

  override async llmNode(
    chatCtx: llm.ChatContext,
    toolCtx: llm.ToolContext,
    settings: voice.ModelSettings,
  ): Promise<ReadableStream<Reply> | null> {
    // A speculative reply to the visitor's words, begun in between, must not take the line.
    const fixed = settings.toolChoice === 'none' ? this.#fixed : undefined;
    if (fixed !== undefined) {
      this.#fixed = undefined;
      return ReadableStream.from<Reply>(this.#lines.fixed(fixed));
    }
    const cue = cueOf(chatCtx);
    const said = this.#unanswered(chatCtx);
    const script = (begun?: string) =>
      cue === undefined || begun
        ? this.#lines.after(said, begun)
        : this.#lines.prompted(cue, lastQuestion(chatCtx));
    if (said === unheard || !this.#lines.withinBudget) return ReadableStream.from<Reply>(script());
    const reply = await voice.Agent.default.llmNode(this, this.#context(chatCtx), toolCtx, settings);
    this.#spoken.yet = false;
    const { slowAfterMs: limitMs = slowAfterMs, waitedMs = () => 0 } = this.#options;
    return guardedReply(reply, {
      filler: this.#lines.words('agent_moment'),
      fillerAfterMs: Math.max(Math.min(leastWaitMs, limitMs), limitMs - waitedMs()),
      onWords: () => (this.#spoken.yet = true),
      script,
    });
  }

  /** Takes the part of a reply that was played; a line of the script takes effect by it. Returns whose reply it was. */
  replyPlayed(reply: string, interrupted: boolean): 'model' | 'script' {
    const messages = this.chatCtx.items.filter((item) => item.type === 'message');
    const before = messages.slice(
      0,
      messages.findLastIndex(({ role }) => role === 'assistant'),
    );
    const since = before.slice(before.findLastIndex(({ role }) => role === 'assistant') + 1);
    const said = since.findLast(({ role }) => role === 'user')?.textContent;
    return this.#lines.played(reply, interrupted, said, this.#modelAsks);
  }

  /** The visitor's words that neither the agent nor a tool has dealt with. */
  #unanswered({ items }: llm.ChatContext): string | undefined {
    const dealtWithAt = items.findLastIndex((item) =>
      item.type === 'message'
        ? item.role === 'assistant' && this.#lines.withoutFiller(item.textContent ?? '').trim() !== ''
        : item.type === 'function_call_output' && !item.isError,
    );
    const said = items
      .slice(dealtWithAt + 1)
      .flatMap((item) => (isVisitors(item) ? (item.textContent ?? []) : []));
    const recognised = said.filter((text) => text !== unheard);
    return recognised.length > 0 ? recognised.join(' ') : said.at(-1);
  }

  /** With the answers so far in the instructions, and without the filler phrases, which the model would imitate. */
  #context(chatCtx: llm.ChatContext): llm.ChatContext {
    const { notes } = this.#options;
    const copy = chatCtx.copy();
    copy.items = copy.items.map((item) =>
      item.type === 'message' && item.role === 'system' && item.id === instructionsId
        ? llm.ChatMessage.create({
            id: item.id,
            role: 'system',
            content: [instructions(notes, this.#firstLanguage, this.#began, this.#lines.passed)],
            createdAt: item.createdAt,
          })
        : item,
    );
    for (const item of copy.items) {
      if (item.type !== 'message') continue;
      if (item.role === 'user' && item.textContent === unheard) item.content = [notRecognised];
      if (item.role !== 'assistant') continue;
      item.content = item.content.map((part) =>
        typeof part === 'string' ? this.#lines.withoutFiller(part) : part,
      );
    }
    return copy;
  }
}

function cueOf({ items }: llm.ChatContext): Cue | undefined {
  return (['silent', 'back'] as const).find((cue) => items.some(({ id }) => id === `${cueId}.${cue}`));
}

function isVisitors(item: llm.ChatItem): item is llm.ChatMessage {
  return item.type === 'message' && item.role === 'user' && !item.id.startsWith(cueId);
}

/** The question at the end of the agent's last words, if the visitor has not spoken since. */
function lastQuestion({ items }: llm.ChatContext): string | undefined {
  const last = items.findLast(
    (item) => item.type === 'message' && (item.role === 'assistant' || isVisitors(item)),
  );
  if (last?.type !== 'message' || last.role !== 'assistant') return undefined;
  return /[^.!?…]+\?(?=\P{L}*$)/u.exec(last.textContent ?? '')?.[0].trim();
}
