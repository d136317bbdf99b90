import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished, test } from 'vitest';
import { until } from '../../start/wait-until.ts';
import { type Command, expectNothingLeft, Installation, kill, processesOf } from './command.ts';

/** `npm run test:soak` kills this often; start.spec.ts has the fixed cases. */
const kills = 20;
const limitMs = 10 * 60_000;

type Target = (installation: Installation, command: Command) => number[];

/** Targets of the kill; a negative number is a process group. */
const commandTargets: Record<string, Target> = {
  'npm and the start command': (_, { process: npm }) => [-(npm.pid ?? 0)],
  npm: (_, { process: npm }) => [npm.pid ?? 0],
  'all processes at once': (installation) => processesOf(installation.dataDir).map(({ pid }) => pid),
};
/** Parts that the running start command restarts. */
const partTargets: Record<string, Target> = Object.fromEntries(
  ['web', 'agent', 'livekit', 'postgres'].map((name): [string, Target] => [
    name,
    (installation) => [installation.pidOf(name)],
  ]),
);

test(
  'the product comes up again after each kill, and leaves nothing behind',
  { timeout: limitMs },
  async () => {
    const installation = await Installation.make();
    let command = installation.start();
    const stop = async () => {
      command.process.kill('SIGTERM');
      await command.exited;
    };
    onTestFinished(stop);
    await installation.untilRunning(command);

    for (let count = 0; count < kills; count++) {
      // Every second kill comes during a start.
      const isStarting = count % 2 === 1;
      const targets = isStarting || randomInt(2) === 0 ? commandTargets : partTargets;
      const [name = '', pidsOf = () => []] =
        Object.entries(targets)[randomInt(Object.keys(targets).length)] ?? [];
      const waitMs = randomInt(2_000);
      console.log(`  ${isStarting ? 'starting' : 'running'}, after ${waitMs} ms: ${name}`);
      if (isStarting) {
        await stop();
        command = installation.start();
      }
      const targetPids = () => pidsOf(installation, command).filter((pid) => pid !== 0);
      await until(command.output, () => targetPids().length > 0);
      await delay(waitMs);
      targetPids().forEach(kill);

      if (targets === commandTargets) command = installation.start();
      await installation.untilRunning(command);
      await installation.untilHealthy();
    }

    process.kill(-(command.process.pid ?? 0), 'SIGINT');
    await command.exited;
    await expectNothingLeft(installation.dataDir);
    installation.remove();
  },
);
