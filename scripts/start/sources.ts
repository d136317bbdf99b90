import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
  'scripts/seal-pages.ts',
  'tsconfig.json',
];
/** Pages made at build time and their headers carry these. */
const siteVariables = ['PUBLIC_URL', 'LIVEKIT_URL'];

/** Makes the database client if the schema has changed since it was made. */
export async function generateClient(launch: Launch): Promise<void> {
  const prisma = path.join('node_modules', 'prisma', 'build', 'index.js');
  // Its engine would be downloaded for this; any program in its place will do, since nothing here runs it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  const command = {
    name: 'prisma',
    title: 'prisma generate',
    command: process.execPath,
    args: [prisma, 'generate'],
    env,
  };
  const stamp = path.join(clientDir, '.made-from');
  await make(launch, 'database client', stamp, fingerprint(launch.root, clientSources), '', () =>
    runCommand(launch, command, 'see that prisma/schema.prisma is valid.'),
  );
}

/** Builds the web app if its sources have changed since it was built. */
export async function buildSite(launch: Launch): Promise<void> {
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const command = {
    name: 'build',
    title: 'next build',
    command: process.execPath,
    args: [next, 'build'],
    env,
  };
  const stamp = path.join('.next', 'built-from');
  const seal = { ...command, name: 'seal', args: [path.join('scripts', 'seal-pages.ts')] };
  const hint = 'next build, half a minute or more';
  const advice = 'mend what the log names, then run the command again.';
  await make(launch, 'web app build', stamp, fingerprint(launch.root, siteSources), hint, async () => {
    await runCommand(launch, command, advice);
    await runCommand(launch, seal, advice);
  });
}

/**
 * The stamp goes before the work begins and comes back when all of it has succeeded, so what a kill left behind
 * never counts as made.
 */
async function make(
  { root, signal }: Launch,
  title: string,
  stamp: string,
  wanted: string,
  hint: string,
  run: () => Promise<void>,
): Promise<void> {
  const file = path.join(root, stamp);
  const isMade = () => existsSync(file) && readFileSync(file, 'utf8') === wanted;
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
  for (const name of siteVariables) hash.update(`${name}=${process.env[name] ?? ''}\0`);
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
