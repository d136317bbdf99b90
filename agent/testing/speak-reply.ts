import { Draft } from '../speaking/draft.ts';
import { type VoiceOptions, speakWithFallback } from '../speaking/voices.ts';

/** Speaks a reply that comes in these pieces; returns the number of samples and the words beside them. */
export async function speakReply(pieces: readonly string[], options: VoiceOptions) {
  const draft = new Draft(
    { lead: [], rest: pieces, meaning: { by: 'model' }, heard: () => {} },
    {
      speak: (sentence, signal) => speakWithFallback(sentence, options, signal),
      languageOf: options.language,
      isMade: (text) => options.known?.(text) !== undefined,
    },
  );
  let samples = 0;
  const words: string[] = [];
  for (let next = await draft.next(); next !== undefined; next = await draft.next()) {
    words.push(next.text);
    for await (const { length } of next) samples += length;
  }
  return { samples, words: words.join(' ') };
}
