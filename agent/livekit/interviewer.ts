import { ReadableStream } from 'node:stream/web';
import { llm, voice } from '@livekit/agents';
import type { Language } from '../../lib/i18n/language.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Notes } from '../interview/notes.ts';
import { instructions } from '../interview/prompt.ts';
import { textOf } from '../interview/script.ts';
import { type EndReason, interviewTools } from '../interview/tools.ts';
import { unheard } from './stt-node.ts';

/** A model without a token by then is bridged by a filler phrase. */
const slowAfterMs = 1_000;

export interface InterviewerOptions {
  notes: Notes;
  language: Language;
  onEnd: (reason: EndReason) => void;
  /** Whether the model may be asked; the script speaks where it may not. */
  withinBudget?: () => boolean;
  slowAfterMs?: number;
}

/** A line of the script that stood in for the model, and what follows from it once it is said. */
interface ScriptLine {
  text: string;
  answered?: { topic: string; value: string };
  passed?: string;
  asks?: string;
}

/** The message of the framework that holds an agent's instructions. */
const instructionsId = 'lk.agent_task.instructions';

type Reply = string | llm.ChatChunk;

/** The agent of a session: the model speaks, and where it has no words the script goes on where the conversation was. */
export class Interviewer extends voice.Agent {
  readonly #options: InterviewerOptions;
  readonly #signOfLife: string;
  readonly #began = new Date();
  #fixed: string | undefined;
  /** Whether the model has said something in the reply that is being made. */
  readonly #spoken: { yet: boolean };
  /** The topic that the script asked about last, if it was the script that spoke last. */
  #asked: string | undefined;
  /** Topics answered in words that nobody could recognise. */
  readonly #passed = new Set<string>();
  #line: ScriptLine | undefined;

  constructor(options: InterviewerOptions) {
    const { notes, language, onEnd } = options;
    const spoken = { yet: false };
    super({
      instructions: instructions(notes, language),
      tools: interviewTools({ notes, onEnd, hasSpoken: () => spoken.yet }),
    });
    this.#spoken = spoken;
    this.#options = options;
    this.#signOfLife = textOf('agent_moment', notes.plan, language);
  }

  /** Whether the script spoke last. */
  get isScripted(): boolean {
    return this.#line !== undefined;
  }

  /** Says these words in the next reply, without asking the model: unlike say(), what is interrupted is cut in the history. */
  sayNext(text: string): void {
    this.#fixed = text;
  }

  override async llmNode(
    chatCtx: llm.ChatContext,
    toolCtx: llm.ToolContext,
    settings: voice.ModelSettings,
  ): Promise<ReadableStream<Reply> | null> {
    const fixed = this.#fixed;
    this.#fixed = undefined;
    if (fixed !== undefined) return ReadableStream.from<Reply>([fixed]);
    const said = lastUserText(chatCtx);
    if (said === unheard || this.#options.withinBudget?.() === false)
      return ReadableStream.from<Reply>([this.#script(said)]);
    const reply = await voice.Agent.default.llmNode(this, this.#context(chatCtx), toolCtx, settings);
    return this.#guarded(reply, () => this.#script(said));
  }

  /** Tells what of a reply was said: what the script's line found out holds from then on. */
  heard(text: string): void {
    const line = this.#line;
    if (line === undefined) return;
    if (!text.includes(line.text.slice(0, 12))) {
      this.#asked = undefined;
      this.#line = undefined;
      return;
    }
    const { notes, onEnd } = this.#options;
    this.#line = undefined;
    if (line.answered !== undefined) notes.answer(line.answered.topic, line.answered.value);
    if (line.passed !== undefined) this.#passed.add(line.passed);
    this.#asked = line.asks;
    if (line.asks === undefined) onEnd('finished');
  }

  /** The model's words; a sign of life while they are late, and the script's line if none come. */
  #guarded(reply: ReadableStream<Reply> | null, script: () => string): ReadableStream<Reply> {
    const reader = reply?.getReader();
    this.#spoken.yet = false;
    this.#line = undefined;
    let open = true;
    return new ReadableStream<Reply>({
      start: async (controller) => {
        let any = false;
        const timer = setTimeout(() => {
          if (open && !any && this.#signOfLife !== '') controller.enqueue(`${this.#signOfLife} `);
        }, this.#options.slowAfterMs ?? slowAfterMs);
        try {
          for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
            if (!open) return;
            const text = typeof read.value === 'string' ? read.value : read.value.delta?.content;
            if (text?.trim()) {
              this.#spoken.yet = true;
              any = true;
            }
            if (typeof read.value !== 'string' && read.value.delta?.toolCalls?.length) any = true;
            controller.enqueue(read.value);
          }
        } catch (cause) {
          log.warn('model_reply_broke_off', {}, cause);
        } finally {
          clearTimeout(timer);
        }
        if (!open) return;
        if (!any) controller.enqueue(script());
        open = false;
        controller.close();
      },
      cancel: async (reason) => {
        open = false;
        await reader?.cancel(reason).catch(() => {});
      },
    });
  }

  /**
   * The next line of the script after these words. It changes nothing yet: a speculative reply may never be said.
   */
  #script(said: string | undefined): string {
    const { notes, language } = this.#options;
    const { plan } = notes;
    const words = (sentence: `agent_${string}`) => textOf(sentence, plan, language);
    const open = notes.open.filter(({ id }) => !this.#passed.has(id) && words(`agent_ask_${id}`) !== '');
    const current = this.#asked ?? open[0]?.id;
    const isAnswer = current !== undefined && said !== undefined && !said.trimEnd().endsWith('?');
    const next = open.find(({ id }) => !isAnswer || id !== current)?.id;
    const thanks = isAnswer ? words(`agent_thanks_${current}`) : '';
    const text = [thanks, words(next === undefined ? 'agent_goodbye' : `agent_ask_${next}`)].join(' ').trim();
    this.#line = { text, asks: next };
    if (isAnswer && said === unheard) this.#line.passed = current;
    else if (isAnswer) this.#line.answered = { topic: current, value: said.slice(0, 1_000) };
    return text;
  }

  /** With what is known by now, and without signs of life: the model must not take them for its own manner. */
  #context(chatCtx: llm.ChatContext): llm.ChatContext {
    const { notes, language } = this.#options;
    const copy = chatCtx.copy();
    copy.items = copy.items.map((item) =>
      item.type === 'message' && item.role === 'system' && item.id === instructionsId
        ? llm.ChatMessage.create({
            id: item.id,
            role: 'system',
            content: [instructions(notes, language, this.#began)],
            createdAt: item.createdAt,
          })
        : item,
    );
    for (const item of copy.items) {
      if (item.type !== 'message' || item.role !== 'assistant') continue;
      item.content = item.content.map((part) =>
        typeof part === 'string' && part.startsWith(this.#signOfLife)
          ? part.slice(this.#signOfLife.length).trimStart()
          : part,
      );
    }
    return copy;
  }
}

function lastUserText(chatCtx: llm.ChatContext): string | undefined {
  const last = chatCtx.items.findLast((item) => item.type === 'message');
  return last?.type === 'message' && last.role === 'user' ? last.textContent : undefined;
}
