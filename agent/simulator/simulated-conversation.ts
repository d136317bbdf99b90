import { type llm, voice } from '@livekit/agents';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { Notes } from '../interview/notes.ts';
import { type Sentence, opening, scriptOf, textOf } from '../interview/script.ts';
import type { EndReason } from '../../lib/server/plan/tools.ts';
import { Interviewer } from '../livekit/session/interviewer.ts';
import { unheard } from '../livekit/session/stt-node.ts';

export interface Line {
  speaker: 'agent' | 'visitor';
  text: string;
}

export interface Outcome {
  lines: Line[];
  notes: Notes;
  events: CallEvent[];
  ended: EndReason | undefined;
  /** How long the agent's model took for each turn, until its last word. */
  turnMs: number[];
  /** Turns in which the model had no words in time, and the script spoke. */
  scriptTurns: number;
}

export interface Setting {
  model: llm.LLM;
  plan: InterviewPlan;
  language: Language;
  phone: string;
  maxTurns: number;
}

/** The visitor's next words, or undefined when they hang up. */
export type Visitor = (lines: readonly Line[]) => Promise<string | undefined>;

/** The longest that a timer takes: in text nobody needs a sign of life. */
const neverMs = 2 ** 31 - 1;

/** Holds one conversation in text: the agent's prompt, tools and fallbacks as in a call, without a room and without audio. */
export async function converse(
  { model, plan, language, phone, maxTurns }: Setting,
  visitor: Visitor,
): Promise<Outcome> {
  const events: CallEvent[] = [];
  let ended: EndReason | undefined;
  const notes = new Notes(plan, (event) => events.push(event), phone);
  const agent = new Interviewer({
    notes,
    language: () => language,
    onEnd: (reason) => (ended = reason),
    slowAfterMs: neverMs,
  });
  const session = new voice.AgentSession({
    llm: model,
    vad: null,
    turnDetection: 'manual',
    connOptions: { llmConnOptions: { maxRetry: 0, timeoutMs: 20_000 } },
  });
  const script = scriptOf(plan, language);
  const first = opening(script);
  const sentences = (all: readonly Sentence[]) =>
    all.map((sentence) => textOf(sentence, plan, language)).join(' ');
  const lines: Line[] = [{ speaker: 'agent', text: sentences(first.sentences) }];
  const turnMs: number[] = [];
  let scriptTurns = 0;
  await session.start({ agent, record: false });
  try {
    const chat = agent.chatCtx.copy();
    chat.addMessage({ role: 'assistant', content: sentences(script.greeting) });
    await agent.updateChatCtx(chat);
    if (first.topic !== undefined) {
      const question: Sentence = `agent_ask_${first.topic}`;
      agent.sayNext(question);
      await session.generateReply({ toolChoice: 'none' }).waitForPlayout();
      agent.replyPlayed(sentences([question]), false);
    }
    for (let turn = 0; turn < maxTurns && ended === undefined; turn++) {
      const text = await visitor(lines);
      if (text === undefined) break;
      lines.push({ speaker: 'visitor', text });
      const startedMs = performance.now();
      const result = session.run({ userInput: text });
      await result.wait();
      turnMs.push(performance.now() - startedMs);
      const said = result.events
        .flatMap(({ type, item }) =>
          type === 'message' && item.role === 'assistant' ? (item.textContent ?? '') : [],
        )
        .join(' ')
        .trim();
      lines.push({ speaker: 'agent', text: said });
      if (agent.replyPlayed(said, false) === 'script' && text !== unheard) scriptTurns++;
    }
  } finally {
    await session.close();
  }
  return { lines, notes, events, ended, turnMs, scriptTurns };
}
