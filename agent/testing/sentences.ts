import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { languages } from '../../lib/i18n/language.ts';

const sentence = z.object({
  language: z.enum(languages),
  state: z.enum(['begun', 'complete']),
  kind: z.string(),
  asked: z.enum(['short', 'number', 'open']),
  text: z.string().min(1),
});
export type LabelledSentence = z.infer<typeof sentence>;

/** 300 sentences of visitors, complete or not, each with the kind of question that it answers. */
export const sentences: readonly LabelledSentence[] = readFileSync(
  new URL('sentences.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [language, state, kind, asked, text] = line.split('\t');
    return sentence.parse({ language, state, kind, asked, text });
  });
