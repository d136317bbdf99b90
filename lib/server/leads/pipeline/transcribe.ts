import type { Language } from '../../../i18n/language.ts';
import { pcmRateHz, type Samples } from '../../audio/pcm.ts';
import type { Passage } from '../dialogue.ts';
import type { Recognizer } from '../../speech/interfaces.ts';

/** Soft sounds at the borders of a passage go with it. */
const padS = 0.2;
/** How many passages are with the vendor at a time. */
const overlap = 3;

/**
 * Fills in what the visitor said, passage by passage, where nobody has told it.
 * @param visitor the visitor's channel of the recording
 * @throws AppError as the recogniser does
 */
export async function recognisePassages(
  dialogue: Passage[],
  visitor: Samples,
  recognizer: Recognizer,
  language: Language,
): Promise<Passage[]> {
  const filled = [...dialogue];
  const waiting = dialogue
    .entries()
    .filter(([, passage]) => passage.speaker === 'visitor' && passage.text === null);
  const work = async () => {
    for (const [i, passage] of waiting) {
      const { text } = await recognizer.transcribe(cut(visitor, passage), { language });
      filled[i] = { ...passage, text };
    }
  };
  await Promise.all(Array.from({ length: overlap }, work));
  return filled;
}

function cut(samples: Samples, { fromS, toS }: Passage): Samples {
  return samples.slice(
    Math.max(0, Math.floor((fromS - padS) * pcmRateHz)),
    Math.ceil((toS + padS) * pcmRateHz),
  );
}
