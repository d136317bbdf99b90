import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Command } from './command.ts';
import { Place } from './command.ts';
import { processesOf } from './processes-of.ts';
import { seededRandom } from './random.ts';
import { until } from './until.ts';

const kills = 20;
const limitMs = 10 * 60_000;
const goneLimitMs = 30_000;
const parts = ['web', 'agent', 'livekit', 'postgres'];

type Target = (place: Place, command: Command) => number[];

/** What ends the start command; a negative number is a process group. */
const commandTargets: Record<string, Target> = {
  'npm and the start command': (_, { process: npm }) => [-(npm.pid ?? 0)],
  npm: (_, { process: npm }) => [npm.pid ?? 0],
  'the second half': (place) => [place.runFile('start')?.pid ?? 0],
  'all processes at once': (place) => processesOf(place.dataDir).map(({ pid }) => pid),
};
/** What it brings back by itself. */
const partTargets: Record<string, Target> = {};
for (const name of parts) {
  partTargets[name] = (place) => [place.runFile(name)?.pid ?? 0];
  partTargets[`the keeper of ${name}`] = (place) => [place.runFile(name)?.keeperPid ?? 0];
}

test(
  `comes up again after each of ${kills} kills at random moments, and leaves nothing behind`,
  { timeout: limitMs },
  async () => {
    const random = seededRandom();
    const place = await Place.make();
    let command = place.start();
    onTestFinished(async () => {
      command.process.kill('SIGTERM');
      await command.exited;
    });
    await place.running(command);

    for (let count = 1; count <= kills; count++) {
      const targets = random.pick([commandTargets, partTargets]);
      const name = random.pick(Object.keys(targets));
      // Every other kill hits a start that is still under way.
      const isStarting = count % 2 === 0;
      if (isStarting) command = await restart(place, command);
      const aim = () => (targets[name]?.(place, command) ?? []).filter((pid) => pid !== 0);
      await until(() => aim().length > 0, goneLimitMs, command.output);
      const waitMs = random.below(2_000);
      await delay(waitMs);
      console.log(`  ${count}. ${isStarting ? 'starting' : 'running'}, after ${waitMs} ms: ${name}`);
      aim().forEach(kill);

      if (targets === commandTargets) command = place.start();
      await place.running(command);
      await place.healthy();
    }

    process.kill(-(command.process.pid ?? 0), 'SIGINT');
    await command.exited;
    const names = () => processesOf(place.dataDir).map(({ pid, name }) => `${pid} ${name}`);
    await until(
      () => names().length === 0,
      goneLimitMs,
      () => `still there:\n${names().join('\n')}`,
    );
    expect(names()).toEqual([]);
    place.remove();
  },
);

async function restart(place: Place, command: Command): Promise<Command> {
  command.process.kill('SIGTERM');
  await command.exited;
  return place.start();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
