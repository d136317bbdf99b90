import path from 'node:path';
import { type BuildStep, isUpToDate } from '../build/stamp.ts';
import { type Launch, runStep } from './launch.ts';
import { runExclusively } from './lock.mjs';
import { step } from './progress.mjs';

/** Generates the database client if the schema has changed since the last time. */
export async function generateClient(launch: Launch): Promise<void> {
  const command = { name: 'prisma', title: 'prisma generate' };
  await buildIfStale(launch, 'client', 'database client', command, 'see that prisma/schema.prisma is valid.');
}

/** Builds the web app if its sources have changed since the last build. */
export async function buildSite(launch: Launch): Promise<void> {
  const command = { name: 'build', title: 'next build' };
  const advice = 'mend what the log names, then run the command again.';
  await buildIfStale(launch, 'site', 'web app build', command, advice, 'next build, half a minute or more');
}

async function buildIfStale(
  launch: Launch,
  target: BuildStep,
  title: string,
  names: { name: string; title: string },
  advice: string,
  hint = '',
): Promise<void> {
  const { root, signal } = launch;
  if (isUpToDate(root, target)) return;
  const args = [path.join('scripts', 'build', 'main.ts'), target];
  const command = { ...names, command: process.execPath, args, env: process.env };
  await runExclusively(
    `work:${root}`,
    'another command is at work in this folder',
    async () => {
      if (isUpToDate(root, target)) return;
      await step(title, () => runStep(launch, command, advice), { hint, signal });
    },
    signal,
  );
}
