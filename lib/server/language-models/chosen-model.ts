import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJson, replaceFile } from '../platform/state-file.ts';
import { modelServerUrl } from './model-servers.ts';
import type { ModelVendor } from './model-request.ts';

const choice = z.object({ port: z.number().int(), model: z.string() });
/** A model on this machine that the office chose on the set-up page. */
export type ChosenModel = z.infer<typeof choice>;

let lastRead: { file: string; changedMs: number; chosen: ChosenModel | undefined } | undefined;

function fileOf(dataDir: string): string {
  return path.join(
    /* turbopackIgnore: true */ path.resolve(/* turbopackIgnore: true */ dataDir),
    'model.json',
  );
}

/** The choice, whichever process wrote it; reads the file again only if it has changed. */
export function chosenModel(dataDir: string): ChosenModel | undefined {
  const file = fileOf(dataDir);
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changedMs === undefined) return undefined;
  if (lastRead?.file !== file || lastRead.changedMs !== changedMs)
    lastRead = { file, changedMs, chosen: choice.safeParse(readJson(file)).data };
  return lastRead.chosen;
}

export function vendorOf({ port, model }: ChosenModel): ModelVendor {
  return { model, baseUrl: modelServerUrl(port) };
}

export function chooseModel(dataDir: string, chosen: ChosenModel | undefined): void {
  const file = fileOf(dataDir);
  if (chosen === undefined) return rmSync(file, { force: true });
  replaceFile(file, JSON.stringify(chosen));
}
