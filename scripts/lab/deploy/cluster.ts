import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { interviewPlan } from '../../../lib/contracts/interview.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { withClient } from '../../../lib/server/platform/with-client.ts';
import { livekitConfig } from '../../start/livekit.ts';
import { freePort } from '../../start/ports.mjs';
import type { ProcessGroup } from '../../start/process-group.mjs';
import { writeSpokenWav } from '../../test/spoken-wav.ts';
import { startBalancer } from './balancer.ts';
import { type UntilClock, holdCall } from './browser-call.ts';
import { deploy } from './deployment.ts';
import {
  isAnswering,
  type CheckContext,
  buildImage,
  countRows,
  type LocalParts,
  withLocalParts,
  type StartCallServer,
  startBeside,
  until,
} from './local-parts.ts';
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

/** A LiveKit node, whose ports survive its restart. */
interface Node {
  port: number;
  start: () => ProcessGroup;
}

/**
 * Runs two LiveKit nodes with Redis, two web apps, two agents and PgBouncer, and holds three rounds of calls. In the first a node
 * is drained, in the second the other one is killed, in the third web apps and agents are replaced. Each call must become a lead
 * with its recording. The database is backed up and restored, and uploads go on while web apps restart.
 */
export async function checkCluster(context: CheckContext): Promise<string[]> {
  const [redis, redisCli] = [findProgram(['redis-server']), findProgram(['redis-cli'])];
  if (redis === undefined || redisCli === undefined) return ['No Redis: apt-get install redis-server.'];
  const image = buildImage(context);
  const nodes: Node[] = [];
  const livekit = await startBalancer();
  const redisPort = await freePort(undefined);
  const prepareNodes: StartCallServer = async (launch, local, command, ends) => {
    ends.defer(livekit.stop);
    const logFile = (name: string) => path.join(launch.logDir, `${name}.log`);
    const args = ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--dir', launch.dataDir];
    startBeside({ ends }, { command: redis, args, logFile: logFile('redis') });
    for (const name of ['node-1', 'node-2']) {
      const port = await freePort(undefined);
      const ports = { ...local.ports, livekit: port, livekitUdp: await freePort(undefined, 'udp') };
      const config = path.join(launch.dataDir, `${name}.yaml`);
      writeFileSync(config, `${livekitConfig({ ...local, ports })}${clusterConfig(redisPort)}`, {
        mode: 0o600,
      });
      const program = { command, args: ['--config', config], logFile: logFile(name) };
      nodes.push({ port, start: () => startBeside({ ends }, program) });
    }
    const { livekitApiKey: LIVEKIT_API_KEY, livekitApiSecret: LIVEKIT_API_SECRET } = local;
    return { LIVEKIT_URL: livekit.url.replace('http', 'ws'), LIVEKIT_API_KEY, LIVEKIT_API_SECRET };
  };
  const untilCallsOnBothNodes = () =>
    until('calls are on both nodes', async () => {
      const args = ['-p', `${redisPort}`, 'HVALS', 'room_node_map'];
      const map = execFileSync(redisCli, args, { encoding: 'utf8' });
      return new Set(map.split('\n').filter(Boolean)).size === 2;
    });
  const check = async (parts: LocalParts) => {
    const wav = path.join(parts.dataDir, 'visitor.wav');
    await writeSpokenWav(wav, 'en', pauseS);
    const AGENT_PLAN_FILE = path.join(parts.dataDir, 'plan.json');
    writeFileSync(AGENT_PLAN_FILE, JSON.stringify(longPlan()));
    const [first, second] = nodes;
    if (first === undefined || second === undefined) throw new Error('no nodes');
    const draining = first.start();
    const killed = second.start();
    for (const { port } of nodes) await until('a node answers', () => isAnswering(port, '/'));
    livekit.routeTo(first.port, second.port);
    const site = await startBalancer();
    parts.ends.defer(site.stop);
    const { web, agent, script } = await deploy(image, parts, site.url, { ...limits, AGENT_PLAN_FILE });
    const startWebs = async () => [await web(), await web()];
    const startAgents = () => [agent(), agent()];
    const routeTo = (webs: { port: number }[]) => site.routeTo(...webs.map(({ port }) => port));
    const untilAgentsAccept = (count: number) =>
      until(`${count} agents take calls`, async () => {
        // A draining agent has no place.
        return (await countRows(parts, 'AgentWorker', '"maxJobs" > 0')) === count;
      });
    const [oldWebs, oldAgents] = [await startWebs(), startAgents()];
    routeTo(oldWebs);
    await until('all parts are well', () => isAnswering(new URL(site.url).port, '/api/health'));
    await untilAgentsAccept(2);

    await holdCalls('a node drained', site.url, wav, async () => {
      await untilCallsOnBothNodes();
      livekit.routeTo(second.port);
      draining.signal('SIGTERM');
    });
    await until('the drained node ends', async () => !draining.isRunning(), drainsWithinMs);
    first.start();
    await until('the node is back', () => isAnswering(first.port, '/'));
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
      for (const group of oldAgents) group.signal('SIGTERM');
      for (const { group } of oldWebs) group.signal('SIGTERM');
      for (const { group } of oldWebs) await until('the old web app ends', async () => !group.isRunning());
      await untilAgentsAccept(2);
    });
    for (const group of oldAgents) await until('the old agent ends', async () => !group.isRunning());

    const untilLeadsComplete = (databaseUrl: string) =>
      until(`${3 * callCount} leads are complete in ${databaseUrl}`, async () => {
        const condition = `"audioKey" IS NOT NULL AND "status" = 'completed'`;
        return (await countRows({ databaseUrl }, 'Lead', condition)) === 3 * callCount;
      });
    await untilLeadsComplete(parts.databaseUrl);
    console.log(`      ${3 * callCount} leads with their recordings`);
    await withClient(parts.databaseUrl, (client) => client.query('CREATE DATABASE restored'));
    const DATABASE_URL = Object.assign(new URL(parts.databaseUrl), { pathname: '/restored' }).href;
    const key = { BACKUP_KEY: 'a key of this check, long enough' };
    const file = path.join(parts.dataDir, 'check.backup');
    await script('backup', key, [file]);
    const target = { DATABASE_URL, DATA_DIR: path.join(parts.dataDir, 'restored') };
    await script('restore', { ...key, ...target }, [file]);
    await untilLeadsComplete(DATABASE_URL);
    return checkRestarts(context, parts, async (port) => (await web({ JOBS: 'elsewhere' }, port)).group);
  };
  return withLocalParts(context, 'cluster', check, prepareNodes);
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
  await Promise.race([until('all calls have begun', async () => begunCount === callCount), all]);
  await during().then(over.resolve, over.reject);
  await all;
  console.log(`      ${round}: ${callCount} calls held`);
}
