import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeSpokenWav } from '../../test/spoken-wav.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { livekitConfig, type startLiveKit } from '../../start/livekit.ts';
import { freePort } from '../../start/ports.mjs';
import { type ProcessGroup, startGroup } from '../../start/process-group.mjs';
import { type Balancer, startBalancer } from './balancer.ts';
import { holdCall } from './browser-call.ts';
import {
  answersAt,
  type Bench,
  buildImage,
  countAcceptingAgents,
  countRows,
  imagePrograms,
  type Machine,
  onMachine,
  until,
} from './local-parts.ts';
import { startPooler } from './pooler.ts';

const callCount = 4;
const talkS = 5;
/** A visitor who answers after this keeps a scripted call going for a minute. */
const pauseS = 9;
const drainsWithinMs = 120_000;

/** A LiveKit node, whose ports survive its restart. */
interface Node {
  port: number;
  start: () => ProcessGroup;
}

/**
 * Two LiveKit nodes with Redis, two web apps, two agents and PgBouncer. During calls on both nodes one node is drained, and later
 * the other one is killed. Each call must become a lead with its recording.
 */
export async function checkCluster(bench: Bench): Promise<string[]> {
  const [redis, redisCli] = [findProgram(['redis-server']), findProgram(['redis-cli'])];
  if (redis === undefined || redisCli === undefined) return ['No Redis: apt-get install redis-server.'];
  const image = buildImage(bench);
  const started: ProcessGroup[] = [];
  const balancers: Balancer[] = [];
  const nodes: Node[] = [];
  const balancer = async () => {
    const made = await startBalancer();
    balancers.push(made);
    return made;
  };
  const livekit = await balancer();
  const redisPort = await freePort(undefined);
  const startNodes: typeof startLiveKit = async (launch, local, command) => {
    const logFile = (name: string) => path.join(launch.logDir, `${name}.log`);
    const args = ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--dir', launch.dataDir];
    started.push(startGroup({ command: redis, args, logFile: logFile('redis') }));
    for (const name of ['node-1', 'node-2']) {
      const port = await freePort(undefined);
      const ports = { ...local.ports, livekit: port, livekitUdp: await freePort(undefined, 'udp') };
      const config = path.join(launch.dataDir, `${name}.yaml`);
      writeFileSync(config, `${livekitConfig({ ...local, ports })}${shared(redisPort)}`, { mode: 0o600 });
      const start = () => {
        const node = startGroup({ command, args: ['--config', config], logFile: logFile(name) });
        started.push(node);
        return node;
      };
      nodes.push({ port, start });
    }
    const { livekitApiKey: LIVEKIT_API_KEY, livekitApiSecret: LIVEKIT_API_SECRET } = local;
    return { LIVEKIT_URL: livekit.url.replace('http', 'ws'), LIVEKIT_API_KEY, LIVEKIT_API_SECRET };
  };
  /** The number of nodes that have a call. */
  const nodesInUse = () => {
    const map = execFileSync(redisCli, ['-p', `${redisPort}`, 'HVALS', 'room_node_map'], {
      encoding: 'utf8',
    });
    return new Set(map.split('\n').filter(Boolean)).size;
  };
  try {
    return await onMachine(
      bench,
      'cluster',
      async (machine) => {
        const wav = path.join(machine.dataDir, 'visitor.wav');
        await writeSpokenWav(wav, 'en', pauseS);
        const [first, second] = nodes;
        if (first === undefined || second === undefined) throw new Error('no nodes');
        const draining = first.start();
        const killed = second.start();
        for (const { port } of nodes) await until('a node answers', () => answersAt(port, '/'));
        livekit.leadTo(first.port, second.port);
        const site = await balancer();
        site.leadTo(...(await startProduct(image, machine, site.url, started)));
        await until('all parts are well', () => answersAt(new URL(site.url).port, '/api/health'));
        await until('both agents take calls', async () => (await countAcceptingAgents(machine)) === 2);

        await holdCalls(site.url, wav, async () => {
          await until('calls are on both nodes', async () => nodesInUse() === 2);
          livekit.leadTo(second.port);
          draining.signal('SIGTERM');
        });
        await until('the drained node ends', async () => !draining.isRunning(), drainsWithinMs);
        first.start();
        await until('the node is back', () => answersAt(first.port, '/'));
        livekit.leadTo(first.port, second.port);
        await holdCalls(site.url, wav, async () => {
          await until('calls are on both nodes', async () => nodesInUse() === 2);
          livekit.leadTo(first.port);
          await killed.kill();
        });
        const leads = 2 * callCount;
        const isComplete = `"audioKey" IS NOT NULL AND "status" = 'completed'`;
        await until(
          `${leads} leads are complete`,
          async () => (await countRows(machine, 'Lead', isComplete)) === leads,
        );
        console.log(
          `      calls on two nodes, one drained, one killed: ${leads} leads with their recordings`,
        );
        return [];
      },
      startNodes,
    );
  } finally {
    for (const made of balancers) made.stop();
    for (const group of started) await group.kill();
  }
}

/** Rooms go to the node with the fewest. */
function shared(redisPort: number): string {
  return `redis:
  address: 127.0.0.1:${redisPort}
node_selector:
  kind: any
  sort_by: rooms
`;
}

/** Migrates and starts two web apps and two agents; returns the web apps' ports. */
async function startProduct(image: string, machine: Machine, url: string, started: ProcessGroup[]) {
  const pooler = await startPooler(machine);
  started.push(pooler.group);
  const own = {
    DATABASE_URL: pooler.url,
    DIRECT_URL: machine.databaseUrl,
    PUBLIC_URL: url,
    LIMIT_CALLS_PER_HOUR: '1000',
    LIMIT_CALLS_AT_ONCE: '100',
  };
  const run = imagePrograms(image, machine, started);
  const { code } = await run('migrate', 'scripts/migrate.ts').exited;
  if (code !== 0) throw new Error('The migration failed.');
  const ports = [await freePort(undefined), await freePort(undefined)];
  for (const [index, port] of ports.entries()) {
    run('web', 'server.js', { ...own, PORT: `${port}` }, [], `web-${index}`);
    await until('the web app is ready', () => answersAt(port, '/api/ready'));
    run('agent', 'agent/supervisor.ts', own, [], `agent-${index}`);
  }
  return ports;
}

/** Holds calls at the same time; `during` runs when all of them have begun. */
async function holdCalls(url: string, wav: string, during: () => Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  over.promise.catch(() => undefined);
  let begun = 0;
  const calls: Promise<unknown>[] = [];
  for (let call = 0; call < callCount; call++) {
    const phone = `+998 90 ${randomInt(100, 1000)} ${randomInt(10, 100)} ${randomInt(10, 100)}`;
    const hasBegun = Promise.withResolvers<void>();
    const talk = async (lasts: (seconds: number) => Promise<void>) => {
      await lasts(talkS);
      begun++;
      hasBegun.resolve();
      await over.promise;
    };
    const held = holdCall(url, talk, { phone, wav });
    calls.push(held);
    // The others go to the node without a room.
    if (call === 0) await Promise.race([hasBegun.promise, held]);
  }
  await until('all calls have begun', async () => begun === callCount);
  await during().then(over.resolve, over.reject);
  await Promise.all(calls);
}
