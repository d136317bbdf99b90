/**
 * npm run models: fetches an open model that recognises Uzbek into STT_MODEL_DIR (DATA_DIR/models/… without it), checks it,
 * and lets it hear a sentence.
 */
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { env } from '../lib/server/platform/env.ts';
import { joinSamples, pcmRateHz } from '../lib/server/audio/pcm.ts';
import { localRecognizer } from '../lib/server/speech/vendors/sherpa/recognizer.ts';
import { localSynthesizer } from '../lib/server/speech/tts.ts';
import { fetchFile } from './models/fetch-file.ts';
import { omnilingual as model } from './models/omnilingual.ts';

const megabyte = 1_000_000;
const sentence = 'Salom, mening ismim Dilshod.';

try {
  await run();
} catch (error) {
  console.error(`\nThe model was not installed: ${explain(error)}`);
  process.exit(1);
}

async function run(): Promise<void> {
  const { STT_MODEL_DIR, DATA_DIR } = env();
  const folder = path.resolve(STT_MODEL_DIR ?? path.join(DATA_DIR, 'models', model.folder));
  const bytes = Object.values(model.files).reduce((sum, file) => sum + file.bytes, 0);
  console.log(`${model.name}`);
  console.log(`  folder  ${folder}`);
  console.log(`  disk    ${Math.ceil(bytes / megabyte)} MB`);
  console.log(`  memory  ${model.memory}`);
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw new Error(`the disk of ${folder} has only ${Math.floor((bavail * bsize) / megabyte)} MB left.`);

  for (const [name, file] of Object.entries(model.files)) {
    const show = progress(name, file.bytes);
    await fetchFile(path.join(folder, name), file, { onBytes: show });
    console.log(`  ✓ ${name}`);
  }
  await writeFile(path.join(folder, 'model.json'), JSON.stringify({ family: model.family }) + '\n');
  console.log(`  ✓ it hears: ${await hear(folder)}`);
  console.log(
    STT_MODEL_DIR === undefined
      ? `\nSet STT_MODEL_DIR=${folder} and start again to use it.`
      : '\nIt is used from the next start on.',
  );
  process.exit(0);
}

/** Transcribes our own voice; a model that cannot be loaded fails here. */
async function hear(folder: string): Promise<string> {
  const options = { language: 'uz', sampleRateHz: pcmRateHz } as const;
  const pieces = await Array.fromAsync(localSynthesizer().synthesize(sentence, options));
  const { text } = await localRecognizer(folder).transcribe(
    joinSamples(pieces.map((piece) => new Int16Array(piece))),
    { language: 'uz' },
  );
  return `“${text}” for “${sentence}”`;
}

function progress(name: string, bytes: number): (done: number) => void {
  let shown = 0;
  return (done) => {
    const tenth = Math.floor((done / bytes) * 10);
    if (tenth <= shown || !process.stdout.isTTY) return;
    shown = tenth;
    console.log(`  … ${name} ${tenth * 10} %`);
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (error.message === 'fetch failed')
    return `its publisher cannot be reached from here (${cause instanceof Error ? cause.message : 'no connection'}). Run this where huggingface.co can be reached, and copy the folder.`;
  return error.message;
}
