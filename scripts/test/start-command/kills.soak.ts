import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Command, kill, Installation, processesOf, until } from './command.ts';

/** Reproducible random numbers: prints the seed, which START_TEST_SEED can set. */
function seededRandom(): { below: (limit: number) => number; pick: <T>(items: T[]) => T } {
  const seed = Number(process.env.START_TEST_SEED || Date.now() % 1_000_000);
  console.log(`  START_TEST_SEED=${seed}`);
  let state = seed;
  // The algorithm mulberry32.
  const nextRandom = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(nextRandom() * limit);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

/** `npm run test:soak` kills this often; start.spec.ts has the fixed cases. */
const kills = 20;
const limitMs = 10 * 60_000;
const goneLimitMs = 30_000;

type Target = (installation: Installation, command: Command) => number[];

/** Targets of the kill; a negative number is a process group. */
const commandTargets: Record<string, Target> = {
  'npm and the start command': (_, { process: npm }) => [-(npm.pid ?? 0)],
  npm: (_, { process: npm }) => [npm.pid ?? 0],
  'all processes at once': (installation) => processesOf(installation.dataDir).map(({ pid }) => pid),
};
/** Parts that the running start command restarts. */
const partTargets: Record<string, Target> = Object.fromEntries(
  ['web', 'agent', 'livekit', 'postgres'].map((name) => [
    name,
    (installation: Installation) => [installation.pidOf(name)],
  ]),
);

interface Kill {
  targets: Record<string, Target>;
  name: string;
  /** True if the kill comes during the start. */
  isStarting: boolean;
  waitMs: number;
}

function randomKills(count: number): Kill[] {
  const random = seededRandom();
  return Array.from({ length: count }, (_, index) => {
    const isStarting = index % 2 === 1;
    const targets = isStarting ? commandTargets : random.pick([commandTargets, partTargets]);
    return {
      targets,
      name: random.pick(Object.keys(targets)),
      isStarting,
      waitMs: random.below(2_000),
    };
  });
}

test(
  'the product comes up again after each kill, and leaves nothing behind',
  { timeout: limitMs },
  async () => {
    const installation = await Installation.make();
    let command = installation.start();
    onTestFinished(async () => {
      command.process.kill('SIGTERM');
      await command.exited;
    });
    await installation.untilRunning(command);

    for (const { targets, name, isStarting, waitMs } of randomKills(kills)) {
      if (isStarting) command = await restart(installation, command);
      const targetPids = () => (targets[name]?.(installation, command) ?? []).filter((pid) => pid !== 0);
      await until(() => targetPids().length > 0, goneLimitMs, command.output);
      await delay(waitMs);
      console.log(`  ${isStarting ? 'starting' : 'running'}, after ${waitMs} ms: ${name}`);
      targetPids().forEach(kill);

      if (targets === commandTargets) command = installation.start();
      await installation.untilRunning(command);
      await installation.untilHealthy();
    }

    process.kill(-(command.process.pid ?? 0), 'SIGINT');
    await command.exited;
    const names = () => processesOf(installation.dataDir).map(({ pid, name }) => `${pid} ${name}`);
    await until(
      () => names().length === 0,
      goneLimitMs,
      () => `still there:\n${names().join('\n')}`,
    );
    expect(names()).toEqual([]);
    installation.remove();
  },
);

async function restart(installation: Installation, command: Command): Promise<Command> {
  command.process.kill('SIGTERM');
  await command.exited;
  return installation.start();
}
