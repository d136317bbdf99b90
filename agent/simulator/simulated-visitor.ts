import { llm } from '@livekit/agents';
import type { LanguageModel } from '../models/language-model.ts';
import type { Visitor } from './simulated-conversation.ts';
import type { Persona } from './personas.ts';

const answerWithinMs = 60_000;
/** Words with which the model that plays the visitor hangs up. */
const hangUp = '[hangs up]';

export async function ask(
  model: LanguageModel,
  instructions: string,
  lines: readonly { ours: boolean; text: string }[],
) {
  const chatCtx = llm.ChatContext.empty();
  chatCtx.addMessage({ role: 'system', content: instructions });
  for (const { ours, text } of lines)
    chatCtx.addMessage({ role: ours ? 'assistant' : 'user', content: text });
  return await model.text({ chatCtx, signal: AbortSignal.timeout(answerWithinMs) });
}

export function visitorOf({ manner, opening, once }: Persona, model: LanguageModel): Visitor {
  const instructions = [
    'You play a person on the phone with an AI agent of a company, to test the agent. Never leave the role, never help the agent, never mention a test.',
    manner,
    'Speak as people do on the phone: one or two short sentences, no lists. Tell only what you are asked, unless your manner says otherwise.',
    'When you are asked when to call back: tomorrow at ten in the morning. When your number is read back, it is right, unless your manner says otherwise.',
    `When the agent says goodbye, or you want to end the call, answer with ${hangUp} alone.`,
  ].join('\n');
  return async (lines) => {
    if (opening !== undefined && lines.length === 1) return opening;
    if (once === true) return undefined;
    const said = await ask(
      model,
      instructions,
      lines.map(({ speaker, text }) => ({ ours: speaker === 'visitor', text })),
    );
    return said === '' || said.includes(hangUp) ? undefined : said;
  };
}
