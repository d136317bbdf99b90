/**
 * npm run models lists the speech models. `-- fetch ID…`, `remove ID…` and `add PATH voice|recognition uz,ru` change them without a
 * restart.
 */
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../lib/contracts/errors.ts';
import { modelArchive } from '../lib/contracts/models.ts';
import { addArchive, addFolder } from '../lib/server/speech/models/add-model.ts';
import { catalogue } from '../lib/server/speech/models/catalogue.ts';
import { defaultRecognizers } from '../lib/server/speech/models/default-recognizers.ts';
import { beginFetch } from '../lib/server/speech/models/fetch-model.ts';
import { fetchState } from '../lib/server/speech/models/fetch-record.ts';
import { installedModels, modelsFolder } from '../lib/server/speech/models/folder.ts';
import { listModels, removeModel } from '../lib/server/speech/models/index.ts';
import { messageOf } from '../lib/server/platform/message-of.mjs';

const progressEveryMs = 2_000;

const sizeText = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

const commands: Record<string, (...values: string[]) => Promise<void>> = {
  list,
  async fetch(...ids) {
    for (const id of ids.length > 0 ? ids : defaultRecognizers.map((model) => model.id)) await fetchOne(id);
  },
  async remove(...ids) {
    for (const id of ids) {
      await removeModel(id);
      console.log(`✓ ${id} is removed`);
    }
  },
  add,
};

const [command = 'list', ...values] = process.argv.slice(2);
const runCommand = commands[command];
if (runCommand === undefined) {
  console.error(`npm run models [${Object.keys(commands).join(' | ')}]: there is no ${command}.`);
  process.exit(2);
}
try {
  await runCommand(...values);
} catch (error) {
  console.error(`✗ ${messageOf(error)}`);
  process.exit(1);
}
process.exit(0);

async function list(): Promise<void> {
  console.log(`Models in ${modelsFolder()}\n`);
  for (const model of await listModels()) {
    const { id, kind, languages, name, license, state, doneBytes, totalBytes, failure } = model;
    const size =
      state === 'fetching' || state === 'stopped'
        ? `${sizeText(doneBytes)} of ${sizeText(totalBytes)}`
        : sizeText(totalBytes);
    console.log(
      `${id.padEnd(24)} ${kind.padEnd(12)} ${languages.join(',').padEnd(9)} ${state.padEnd(10)} ${size}`,
    );
    console.log(
      `  ${[name, license, failure && `the last try failed: ${failure}`].filter(Boolean).join(', ')}`,
    );
  }
}

async function fetchOne(id: string): Promise<void> {
  const model = catalogue.find((candidate) => candidate.id === id);
  if (model === undefined)
    throw new AppError('not_found', {
      detail: `There is no model ${id}: ${catalogue.map((candidate) => candidate.id).join(', ')}.`,
    });
  if (installedModels().some((installed) => installed.id === id)) return console.log(`✓ ${id} is there`);
  const { done } = await beginFetch(model);
  const progressTimer = setInterval(async () => {
    const { doneBytes = 0, totalBytes } = (await fetchState(id)) ?? {};
    if (totalBytes !== undefined) console.log(`  … ${id} ${sizeText(doneBytes)} of ${sizeText(totalBytes)}`);
  }, progressEveryMs);
  await done.finally(() => clearInterval(progressTimer));
  console.log(`✓ ${id} is fetched and checked`);
}

async function add(source?: string, kind?: string, languages = 'uz'): Promise<void> {
  if (source === undefined || kind === undefined)
    throw new Error('npm run models add PATH voice|recognition uz,ru,en');
  const parsed = modelArchive.safeParse({ name: path.basename(source), kind, languages });
  if (!parsed.success)
    throw new Error(`${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`);
  const id = statSync(source).isDirectory()
    ? await addFolder(source, parsed.data)
    : await addArchive(createReadStream(source), parsed.data);
  console.log(`✓ ${id} is used from now on`);
}
