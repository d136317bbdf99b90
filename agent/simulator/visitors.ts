import { llm } from '@livekit/agents';
import { languages } from '../../lib/i18n/language.ts';
import { formatPhone } from '../../lib/phone.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { isFarewell } from '../language/farewell.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Persona } from './personas.ts';
import type { Visitor } from './simulated-conversation.ts';
import { visitorPhrases } from './visitor-phrases.ts';

const answerWithinMs = 60_000;
/** The answer with which a playing model hangs up. */
const hangUp = '[hangs up]';
/** A scripted visitor says this many more lines at most after all facts. */
const lastLinesMax = 5;

export async function ask(
  model: LanguageModel,
  instructions: string,
  lines: readonly { isOurs: boolean; text: string }[],
) {
  const chatCtx = llm.ChatContext.empty();
  chatCtx.addMessage({ role: 'system', content: instructions });
  for (const { isOurs, text } of lines)
    chatCtx.addMessage({ role: isOurs ? 'assistant' : 'user', content: text });
  return await model.text({ chatCtx, signal: AbortSignal.timeout(answerWithinMs) });
}

/** A visitor played by a model. */
export function playedVisitor({ role, says, opening, isBrief }: Persona, model: LanguageModel): Visitor {
  const instructions = [
    'You play a person on the phone with an AI agent of a company, to test the agent. Never leave the role, never help the agent, never mention a test.',
    role,
    'Speak as people do on the phone: one or two short sentences, no lists. Tell only what you are asked, unless your manner says otherwise. Amounts stay what they are.',
    'When you are asked when to call back: tomorrow at ten in the morning. When your number is read back, it is right, unless your manner says otherwise.',
    `When the agent says goodbye, or you want to end the call, answer with ${hangUp} alone.`,
  ].join('\n');
  return async ({ lines }) => {
    if (opening !== undefined && lines.length === 1) return opening;
    if (isBrief === true && opening !== undefined && says.length === 1) return undefined;
    const reply = await ask(
      model,
      instructions,
      lines.map(({ speaker, text }) => ({ isOurs: speaker === 'visitor', text })),
    );
    return reply === '' || reply.includes(hangUp) ? undefined : reply;
  };
}

/** A scripted visitor: tells a fact when asked for it, otherwise the next line. */
export function scriptedVisitor({ says, language, isBrief }: Persona): Visitor {
  const remaining = [...says];
  const { yes, callBackTime } = visitorPhrases[language];
  let lastLines = 0;
  return async ({ lines, askedTopic, phone }) => {
    const agentWords = lines.at(-1)?.text ?? '';
    if (lines.length > 1 && isFarewell(agentWords)) return undefined;
    const isFactNext = remaining[0]?.topic !== undefined;
    const index = isFactNext ? remaining.findIndex(({ topic }) => topic === askedTopic) : 0;
    const [line] = remaining.splice(Math.max(0, index), 1);
    if (line !== undefined) return line.text;
    if (isBrief === true || lastLines++ === lastLinesMax) return undefined;
    return readsBack(agentWords, phone) ? yes : callBackTime;
  };
}

/** True if the agent repeats this number, in digits or words. */
function readsBack(text: string, phone: string): boolean {
  const national = phone.slice('+998'.length);
  if (text.replaceAll(/\D/gu, '').includes(national)) return true;
  return languages.some((language) =>
    text.toLowerCase().includes(spoken(formatPhone(phone), language).toLowerCase()),
  );
}
