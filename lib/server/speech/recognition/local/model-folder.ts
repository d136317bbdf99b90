import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OfflineModelFiles } from 'sherpa-onnx-node';
import { z } from 'zod';

/** Models of one file, by what their folders are called; `npm run models` leaves the name in model.json. */
const families = ['omnilingual', 'dolphin', 'nemoCtc', 'zipformerCtc', 'senseVoice'] as const;
type Family = (typeof families)[number];

const familyNames: [RegExp, Family][] = [
  [/omnilingual/i, 'omnilingual'],
  [/dolphin/i, 'dolphin'],
  [/sense-?voice/i, 'senseVoice'],
  [/zipformer.*ctc/i, 'zipformerCtc'],
  [/nemo|gigaam|conformer.*ctc/i, 'nemoCtc'],
];

const description = z.object({ family: z.enum(families) });

/**
 * What a folder with a sherpa-onnx model holds: its files, the smaller (int8) ones where there are both.
 * @throws Error which tells what is missing
 */
export async function modelFiles(folder: string): Promise<OfflineModelFiles> {
  const names = (await readdir(folder)).toSorted(
    (a, b) => Number(b.includes('int8')) - Number(a.includes('int8')),
  );
  const find = (pattern: RegExp) => {
    const name = names.find((candidate) => pattern.test(candidate));
    return name === undefined ? undefined : path.join(folder, name);
  };
  const tokens = find(/tokens\.txt$/);
  if (tokens === undefined) throw new Error(`${folder} has no tokens.txt.`);
  const [encoder, decoder, joiner, model] = [
    /encoder.*\.onnx$/,
    /decoder.*\.onnx$/,
    /joiner.*\.onnx$/,
    /\.onnx$/,
  ].map(find);
  if (encoder && decoder && joiner) return { tokens, transducer: { encoder, decoder, joiner } };
  if (encoder && decoder) return { tokens, whisper: { encoder, decoder, task: 'transcribe' } };
  if (model === undefined) throw new Error(`${folder} has no .onnx file.`);
  return { tokens, [await familyOf(folder, names)]: { model } };
}

async function familyOf(folder: string, names: string[]): Promise<Family> {
  if (names.includes('model.json'))
    return description.parse(JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'))).family;
  const known = familyNames.find(([pattern]) => pattern.test(path.basename(folder)));
  if (known) return known[1];
  throw new Error(
    `What kind of model ${folder} holds is not known: keep the name under which it is published.`,
  );
}
