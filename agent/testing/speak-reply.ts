import { UtteranceSynthesis } from '../speaking/speaker.ts';
import { CallVoice, type CallVoiceOptions } from '../speaking/call-voice.ts';

/** Speaks a reply that arrives in these pieces; returns the number of samples and the spoken text. */
export async function speakReply(pieces: readonly string[], options: CallVoiceOptions) {
  const synthesis = new UtteranceSynthesis(
    { lead: [], rest: pieces, meaning: { by: 'model' }, heard: () => {} },
    new CallVoice(options),
  );
  let samples = 0;
  const words: string[] = [];
  for await (const sentence of synthesis.sentences) {
    words.push(sentence.text);
    for await (const { length } of sentence) samples += length;
  }
  return { samples, words: words.join(' ') };
}
