import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageScriptsFile } from '../../lib/server/http/page-policy.ts';
import type { Launch } from './launch.ts';
import { runCommand } from './run-command.mjs';
import { oneAtATime } from './lock.mjs';
import { say, step } from './progress.mjs';

const clientDir = 'lib/server/generated/prisma';
const clientSources = ['prisma/schema.prisma', 'prisma.config.ts'];
const siteSources = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'prisma/schema.prisma',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.ts',
  'package.json',
  'postcss.config.mjs',
  'scripts/build',
  'tsconfig.json',
];
const stampName = '.made-from';

/** Makes the database client if the schema has changed since it was made. */
export async function generateClient(launch: Launch): Promise<void> {
  const advice = 'see that prisma/schema.prisma is valid.';
  await make(launch, 'database client', [path.join(clientDir, stampName)], clientSources, '', () =>
    runCommand(launch, buildCommand('client', 'prisma generate'), advice),
  );
}

/** Builds the web app if its sources have changed since it was built. */
export async function buildSite(launch: Launch): Promise<void> {
  const hint = 'next build, half a minute or more';
  const advice = 'mend what the log names, then run the command again.';
  const made: [string, string] = [path.join('.next', stampName), pageScriptsFile];
  await make(launch, 'web app build', made, siteSources, hint, () =>
    runCommand(launch, buildCommand('site', 'next build'), advice),
  );
}

function buildCommand(half: 'client' | 'site', title: string) {
  const name = half === 'client' ? 'prisma' : 'build';
  return {
    name,
    title,
    command: process.execPath,
    args: [path.join('scripts', 'build', 'main.ts'), half],
    env: process.env,
  };
}

/**
 * The stamp goes before the work begins and comes back when all of it has succeeded, so what a kill left behind
 * never counts as made.
 * @param made the stamp, and what else has to be there
 */
async function make(
  { root, signal }: Launch,
  title: string,
  made: [stamp: string, ...others: string[]],
  sources: string[],
  hint: string,
  run: () => Promise<void>,
): Promise<void> {
  const [file, ...others] = made.map((name) => path.join(root, name));
  if (file === undefined) return;
  const wanted = fingerprint(root, sources);
  const isMade = () =>
    [file, ...others].every((name) => existsSync(name)) && readFileSync(file, 'utf8') === wanted;
  if (isMade()) return;
  const onWait = () => say('  … another command is at work in this folder, waiting for it');
  await oneAtATime(`work:${root}`, onWait, async () => {
    if (isMade()) return;
    rmSync(file, { force: true });
    await step(title, run, { hint, signal });
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  });
}

/** A hash of all that goes into a result: the sources, the packages, the Node that makes it. */
function fingerprint(root: string, sources: string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of ['package-lock.json', ...sources]) addTo(hash, root, source);
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, root: string, source: string): void {
  const full = path.join(root, source);
  if (!existsSync(full) || source === 'lib/server/generated' || source.endsWith('.test.ts')) return;
  let names: string[];
  try {
    names = readdirSync(full).sort();
  } catch {
    hash.update(`${source}\0`).update(readFileSync(full)).update('\0');
    return;
  }
  for (const name of names) addTo(hash, root, `${source}/${name}`);
}
