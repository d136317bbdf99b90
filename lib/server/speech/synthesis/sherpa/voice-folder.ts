import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OfflineVoiceFiles } from 'sherpa-onnx-node';

/** A voice of sherpa-onnx on the disk. */
export interface VoiceFolder {
  files: OfflineVoiceFiles;
  /** Whether it reads letters, and Cyrillic ones alone. */
  cyrillic: boolean;
}

/**
 * What a folder with a VITS voice holds, as sherpa-onnx publishes it (Piper, MMS, Coqui).
 * @throws Error which tells what is missing
 */
export async function voiceFolder(folder: string): Promise<VoiceFolder> {
  const names = await readdir(folder);
  const model = names.find((name) => name.endsWith('.onnx'));
  if (model === undefined) throw new Error(`${folder} has no .onnx file.`);
  if (!names.includes('tokens.txt')) throw new Error(`${folder} has no tokens.txt.`);
  const tokens = path.join(folder, 'tokens.txt');
  const optional = (name: string) => (existsSync(path.join(folder, name)) ? path.join(folder, name) : '');
  const letters = await readFile(tokens, 'utf8');
  return {
    files: {
      model: path.join(folder, model),
      tokens,
      lexicon: optional('lexicon.txt'),
      dataDir: optional('espeak-ng-data'),
    },
    cyrillic: /^ў /mu.test(letters) && !/^a /mu.test(letters),
  };
}
