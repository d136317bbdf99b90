import { setTimeout as delay } from 'node:timers/promises';
import { errorCatalogue, isErrorCode } from '../../lib/contracts/errors.ts';
import type { ModelEntry } from '../../lib/contracts/models.ts';
import { beginDefaultRecognizers } from '../../lib/server/speech/models/default-recognizers.ts';
import { listModels } from '../../lib/server/speech/models/index.ts';
import { chooseRecognizer } from '../../lib/server/speech/stt.ts';
import type { Env } from '../../lib/server/platform/env.ts';
import type { Launch } from './launch.ts';
import { isLocalSite } from './programs.ts';
import { explain, print } from './progress.mjs';

const pollMs = 1_000;
const reportEveryMs = 20_000;

/** Without SPEECH_MODELS, models are fetched only if PUBLIC_URL is unset or names this machine. */
function allowsAutomaticFetch(env: Env): boolean {
  return (env.SPEECH_MODELS ?? (isLocalSite(env) ? 'auto' : 'off')) === 'auto';
}

/** True if no recogniser is set up and automatic downloads are off. */
export function lacksRecognition(env: Env): boolean {
  return !allowsAutomaticFetch(env) && chooseRecognizer(env) === null;
}

/**
 * Fetches the default recognisers and prints their progress, unless a vendor or STT_MODEL_DIR is set or automatic downloads are
 * off. Never throws.
 */
export async function fetchDefaultRecognizers({ env, signal }: Launch): Promise<void> {
  try {
    if (!allowsAutomaticFetch(env) || !usesInstalledModels(env)) return;
    const ids = await beginDefaultRecognizers();
    if (ids.length > 0) await reportProgress(ids, signal);
  } catch (error) {
    if (!signal.aborted) explain(error);
  }
}

/** True if neither a vendor nor STT_MODEL_DIR is set. A model need not be installed yet. */
function usesInstalledModels(env: Env): boolean {
  return (chooseRecognizer(env)?.name ?? 'local') === 'local' && env.STT_MODEL_DIR === undefined;
}

async function reportProgress(ids: readonly string[], signal: AbortSignal): Promise<void> {
  const readModels = async () => (await listModels()).filter(({ id }) => ids.includes(id));
  let models = await readModels();
  print(
    `  … Speech recognition for ${languagesOf(models)} is fetched in the background: ${sumMegabytes(models, 'totalBytes')} MB (SPEECH_MODELS=off prevents it)`,
  );
  let reportedAtMs = Date.now();
  for (; models.some(({ state }) => state === 'fetching'); models = await readModels()) {
    await delay(pollMs, undefined, { signal });
    if (Date.now() - reportedAtMs < reportEveryMs) continue;
    reportedAtMs = Date.now();
    const doneMb = sumMegabytes(models, 'doneBytes');
    print(`  … Speech recognition: ${doneMb} of ${sumMegabytes(models, 'totalBytes')} MB`);
  }
  const installed = models.filter(({ state }) => state === 'installed');
  if (installed.length > 0)
    print(`  ✓ Speech recognition for ${languagesOf(installed)} is installed, and used from now on`);
  const failed = models.filter(({ failure }) => failure !== undefined);
  const [code = ''] = failed.flatMap(({ failure }) => failure ?? []);
  if (failed.length === 0) return;
  const { detail } = errorCatalogue[isErrorCode(code) ? code : 'internal'];
  print(`  ! No speech recognition for ${languagesOf(failed)}; everything else works. ${detail}`);
}

function languagesOf(models: readonly ModelEntry[]): string {
  return models.flatMap(({ languages }) => languages).join(', ');
}

function sumMegabytes(models: readonly ModelEntry[], key: 'doneBytes' | 'totalBytes'): number {
  return Math.ceil(models.reduce((sum, model) => sum + model[key], 0) / 1_000_000);
}
