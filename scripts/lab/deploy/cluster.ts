import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { interviewPlan } from '../../../lib/contracts/interview.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { withClient } from '../../../lib/server/platform/with-client.ts';
import { obtainLiveKit } from '../../start/livekit-program.mjs';
import { livekitConfig } from '../../start/livekit.ts';
import { freePort } from '../../start/ports.mjs';
import type { ProcessGroup } from '../../start/process-group.mjs';
import { writeSpokenWav } from '../../test/spoken-wav.ts';
import { isAnswering, until } from '../../start/wait-until.ts';
import { startBalancer } from './balancer.ts';
import { type UntilClock, holdCall } from './browser-call.ts';
import { deploy } from './deployment.ts';
import { type CheckContext, countRows, type LocalParts, withLocalParts, startBeside } from './local-parts.ts';
import { checkRestarts } from './restarts.ts';

const callCount = 4;
const begunAtS = 5;
/** With `questionCount` questions, this pause makes a call last several minutes. */
const pauseS = 9;
const questionCount = 20;
/** The visitor has spoken by then: a silent call is no conversation. */
const heardS = pauseS + 4;
const drainsWithinMs = 120_000;
const limits = {
  LIMIT_CALLS_PER_HOUR: '1000',
  LIMIT_CALLS_AT_ONCE: '100',
  LIMIT_UPLOADS_PER_HOUR: '1000000',
};

/** A LiveKit node, whose port survives its restart. */
interface Node {
  port: number;
  start: () => ProcessGroup;
}

/** Starts Redis and prepares two LiveKit nodes that share it. */
async function prepareNodes(parts: LocalParts, redis: string, redisPort: number): Promise<[Node, Node]> {
  const { launch, local } = parts;
  const logFile = (name: string) => path.join(launch.logDir, `${name}.log`);
  const args = ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--dir', launch.dataDir];
  startBeside(parts, { command: redis, args, logFile: logFile('redis') });
  const command = await obtainLiveKit(launch);
  const prepare = async (name: string): Promise<Node> => {
    const port = await freePort(undefined);
    const ports = { ...local.ports, livekit: port, livekitUdp: await freePort(undefined, 'udp') };
    const config = path.join(launch.dataDir, `${name}.yaml`);
    const text = `${livekitConfig({ ...local, ports })}${clusterConfig(redisPort)}`;
    writeFileSync(config, text, { mode: 0o600 });
    const program = { command, args: ['--config', config], logFile: logFile(name) };
    return { port, start: () => startBeside(parts, program) };
  };
  return [await prepare('node-1'), await prepare('node-2')];
}

/**
 * Runs two LiveKit nodes with Redis, two web apps, two agents and PgBouncer, and holds three rounds of calls. In the first a node
 * is drained, in the second the other one is killed, in the third web apps and agents are replaced. Each call must become a lead
 * with its recording. The database is backed up and restored, and uploads go on while web apps restart.
 */
export async function checkCluster(context: CheckContext): Promise<string[]> {
  const [redis, redisCli] = [findProgram(['redis-server']), findProgram(['redis-cli'])];
  if (redis === undefined || redisCli === undefined) return ['No Redis: apt-get install redis-server.'];
  const image = path.join(context.tempDir, 'image');
  context.run(process.execPath, ['scripts/build/main.ts'], { NEXT_OUTPUT: 'standalone' });
  context.run(process.execPath, ['scripts/build/image.ts', image]);
  return withLocalParts(context, 'cluster', async (parts) => {
    const { dataDir, databaseUrl, ends, local } = parts;
    const redisPort = await freePort(undefined);
    const [first, second] = await prepareNodes(parts, redis, redisPort);
    const untilNodeAnswers = ({ port }: Node) =>
      until('a node answers', () => isAnswering(`http://localhost:${port}/`));
    const untilCallsOnBothNodes = () =>
      until('calls are on both nodes', () => {
        const args = ['-p', `${redisPort}`, 'HVALS', 'room_node_map'];
        const map = execFileSync(redisCli, args, { encoding: 'utf8' });
        return new Set(map.split('\n').filter(Boolean)).size === 2;
      });
    const draining = first.start();
    const killed = second.start();
    await untilNodeAnswers(first);
    await untilNodeAnswers(second);
    const livekit = await startBalancer();
    ends.defer(livekit.stop);
    livekit.routeTo(first.port, second.port);
    const site = await startBalancer();
    ends.defer(site.stop);
    Object.assign(parts.env, {
      LIVEKIT_URL: livekit.url.replace('http', 'ws'),
      LIVEKIT_API_KEY: local.livekitApiKey,
      LIVEKIT_API_SECRET: local.livekitApiSecret,
    });

    const wav = path.join(dataDir, 'visitor.wav');
    await writeSpokenWav(wav, 'en', pauseS);
    const AGENT_PLAN_FILE = path.join(dataDir, 'plan.json');
    writeFileSync(AGENT_PLAN_FILE, JSON.stringify(longPlan()));
    const { web, agent, script } = await deploy(image, parts, site.url, { ...limits, AGENT_PLAN_FILE });
    const startWebs = async () => [await web(), await web()];
    const startAgents = () => [agent(), agent()];
    const routeTo = (webs: { port: number }[]) => site.routeTo(...webs.map(({ port }) => port));
    // A draining agent has no place.
    const untilAgentsAccept = (count: number) =>
      until(
        `${count} agents take calls`,
        async () => (await countRows(databaseUrl, 'AgentWorker', '"maxJobs" > 0')) === count,
      );
    const untilEnded = (group: ProcessGroup, limitMs?: number) =>
      until('a program ends', () => !group.isRunning(), limitMs);
    const [oldWebs, oldAgents] = [await startWebs(), startAgents()];
    routeTo(oldWebs);
    await until('all parts are well', () => isAnswering(`${site.url}/api/health`));
    await untilAgentsAccept(2);

    await holdCalls('a node drained', site.url, wav, async () => {
      await untilCallsOnBothNodes();
      livekit.routeTo(second.port);
      draining.signal('SIGTERM');
    });
    await untilEnded(draining, drainsWithinMs);
    first.start();
    await untilNodeAnswers(first);
    livekit.routeTo(first.port, second.port);
    await holdCalls('a node killed', site.url, wav, async () => {
      await untilCallsOnBothNodes();
      livekit.routeTo(first.port);
      await killed.kill();
    });
    const newWebs = await startWebs();
    await holdCalls('an upgrade', site.url, wav, async () => {
      startAgents();
      await untilAgentsAccept(4);
      routeTo(newWebs);
      const oldGroups = oldWebs.map(({ group }) => group);
      for (const group of [...oldAgents, ...oldGroups]) group.signal('SIGTERM');
      for (const group of oldGroups) await untilEnded(group);
      await untilAgentsAccept(2);
    });
    for (const group of oldAgents) await untilEnded(group);

    const untilLeadsComplete = (url: string) =>
      until(`${3 * callCount} leads are complete in ${url}`, async () => {
        const condition = `"audioKey" IS NOT NULL AND "status" = 'completed'`;
        return (await countRows(url, 'Lead', condition)) === 3 * callCount;
      });
    await untilLeadsComplete(databaseUrl);
    console.log(`      ${3 * callCount} leads with their recordings`);
    await withClient(databaseUrl, (client) => client.query('CREATE DATABASE restored'));
    const DATABASE_URL = Object.assign(new URL(databaseUrl), { pathname: '/restored' }).href;
    const key = { BACKUP_KEY: 'a key of this check, long enough' };
    const file = path.join(dataDir, 'check.backup');
    await script('backup', key, [file]);
    const target = { DATABASE_URL, DATA_DIR: path.join(dataDir, 'restored') };
    await script('restore', { ...key, ...target }, [file]);
    await untilLeadsComplete(DATABASE_URL);
    return checkRestarts(context.root, parts, async (port) => (await web({ JOBS: 'elsewhere' }, port)).group);
  });
}

/** So many questions that no call ends before its round does. */
function longPlan(): z.input<typeof interviewPlan> {
  const topics = Array.from({ length: questionCount }, (_, at) => ({
    id: `question_${at}`,
    findOut: 'what else the visitor needs',
    field: 'ehtiyojlar' as const,
    ask: { en: 'What else do you need?' },
  }));
  return { topics, languages: ['en'] };
}

/** A new room goes to the node with the fewest rooms. */
function clusterConfig(redisPort: number): string {
  return `redis:
  address: 127.0.0.1:${redisPort}
node_selector:
  kind: any
  sort_by: rooms
`;
}

/** Holds calls at the same time; `during` runs when all of them have begun. */
async function holdCalls(
  round: string,
  url: string,
  wav: string,
  during: () => Promise<void>,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  over.promise.catch(() => undefined);
  let begunCount = 0;
  const calls: Promise<unknown>[] = [];
  for (let call = 0; call < callCount; call++) {
    const begun = Promise.withResolvers<void>();
    const talk = async (untilClock: UntilClock) => {
      await untilClock(begunAtS);
      begunCount++;
      begun.resolve();
      await over.promise;
      await untilClock(heardS);
    };
    const held = holdCall(url, talk, wav);
    calls.push(held);
    // Once the first call has a room, LiveKit puts the next one on the other node.
    if (call === 0) await Promise.race([begun.promise, held]);
  }
  const all = Promise.all(calls);
  // A call that fails ends the wait for the others.
  await Promise.race([until('all calls have begun', () => begunCount === callCount), all]);
  await during().then(over.resolve, over.reject);
  await all;
  console.log(`      ${round}: ${callCount} calls held`);
}
