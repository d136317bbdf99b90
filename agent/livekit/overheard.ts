/** Sounds that say "I am listening": over the agent's voice they are no turn. */
const backchannels = new Set(
  'ha haa xa mhm mm mmm hm hmm aha uh huh ok okay okey xoʼp xop mayli tushunarli ээ угу ага да мм ммм хм ок окей так ясно понятно yeah yes yep right sure i see'.split(
    ' ',
  ),
);
const longestBackchannel = 3;
/** An echo is of the sentence that is being heard, or of one just before it. */
const lastSentences = 6;

function words(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/[ʻʼ'`’‘]/gu, 'ʼ')
      .match(/[\p{L}\p{N}ʼ]+/gu) ?? []
  );
}

/** "ha", "mhm", «угу», "ok": whoever says only that lets the agent go on. */
export function isBackchannel(text: string): boolean {
  const said = words(text);
  return said.length > 0 && said.length <= longestBackchannel && said.every((word) => backchannels.has(word));
}

/** Tells a visitor's turn from a backchannel and from the agent's own words, come back through the microphone. */
export class Overheard {
  readonly #said: string[] = [];

  /** A sentence that the agent is about to say. */
  remember(sentence: string): void {
    this.#said.push(sentence);
    if (this.#said.length > lastSentences) this.#said.shift();
  }

  /**
   * @param overAgent the voice began while the agent was heard: any other repeats the agent's words on purpose
   * @param speaks the agent has not come to its end
   */
  isTurn(text: string, overAgent: boolean, speaks: boolean): boolean {
    if (!overAgent) return true;
    return !(speaks && isBackchannel(text)) && !isEcho(text, this.#said.join(' '));
  }
}

/** Whether recognised words are the agent's own, come back through the microphone: most of them were just said, in that order. */
export function isEcho(text: string, agentSaid: string): boolean {
  const heard = words(text);
  const said = words(agentSaid);
  if (heard.length < 2 || said.length === 0) return false;
  let at = 0;
  let found = 0;
  for (const word of heard) {
    const next = said.indexOf(word, at);
    if (next === -1) continue;
    found++;
    at = next + 1;
  }
  return found / heard.length >= 0.7;
}
