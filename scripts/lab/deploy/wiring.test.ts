import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { arrivalWaitMs, callLimitMs } from '../../../agent/interview/timing.ts';
import { returnWaitMs, speechTimeoutMs } from '../../../lib/contracts/limits.ts';
import { parseEnv } from '../../../lib/server/platform/env.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        build: z.object({ target: z.string() }).optional(),
        environment: z.record(z.string(), z.string()).optional(),
        networks: z.object({ default: z.object({ ipv4_address: z.string() }) }).optional(),
        ports: z.array(z.string()).optional(),
        healthcheck: z.object({ test: z.array(z.string()) }).optional(),
        depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
        volumes: z.array(z.string()).optional(),
      }),
    ),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('compose.yaml'), { merge: true }));
const services = Object.entries(compose.services);
const own = services.filter(([, { build }]) => build !== undefined);
const exampleNames = [...read('deploy/compose/example.env').matchAll(/^([A-Z_]+)=/gm)].map(
  ([, name]) => name,
);

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }) });
const container = z.object({
  name: z.string(),
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  startupProbe: probe.optional(),
});
const workload = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(container) }) }) }),
});
const containers = ['ovoz', 'migrate']
  .flatMap((name) => parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)))
  .flatMap((document) => workload.safeParse(document.toJS()).data?.spec.template.spec.containers ?? []);

/** Whether the web app, or the agent where it is asked to, answers there. */
function isAnswered(path: string, port: number, ofAgent: boolean): boolean {
  if (ofAgent) return port === 8081 && read('agent/reporting/probes.ts').includes(`'${path}'`);
  return port === 3000 && existsSync(`app${path}/route.ts`);
}

test('the images of Compose and Kubernetes are stages of the Dockerfile', () => {
  const stages = [...read('Dockerfile').matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
  expect(stages).toEqual(expect.arrayContaining(own.map(([, { build }]) => build?.target)));
  const images = containers.map(({ image }) => /ovoz\/(\w+):/.exec(image)?.[1]);
  expect(stages).toEqual(expect.arrayContaining(images));
  expect(own.map(([name]) => name).toSorted()).toEqual(['agent', 'migrate', 'web']);
  expect(containers.map(({ name }) => name).toSorted()).toEqual(['agent', 'migrate', 'web', 'worker']);
});

test('the variables of compose.yaml are those of its example', () => {
  const namesIn = (asked: RegExp) => [...read('compose.yaml').matchAll(asked)].map(([, name = '']) => name);
  expect(exampleNames).toEqual(expect.arrayContaining(namesIn(/\$\{(\w+)(?!:-|\w)/g)));
  expect(namesIn(/\$\{(\w+)/g)).toEqual(expect.arrayContaining(exampleNames));
});

test('the twenty calls of a machine with two cores are the places that its agent has', () => {
  const own = read('docs/deploy/own-server.md');
  const places = [
    /^AGENT_MAX_CALLS=.*$/m.exec(read('deploy/compose/example.env'))?.[0],
    /^AGENT_MAX_CALLS=.*$/m.exec(own)?.[0],
  ].map((told) => 2 * Number(/\d+/.exec(told ?? '')?.[0]));
  expect(own).toMatch(/two cores [^.]* for about twenty calls at once/);
  expect(places).toEqual([20, 20]);
});

test('while the keys of LiveKit are being replaced it knows both pairs', () => {
  const told = services.find(([name]) => name === 'livekit')?.[1].environment?.LIVEKIT_KEYS ?? '';
  const keysWith = (env: Record<string, string>) => {
    const text = told.replace(
      /\$\{(\w+)(?::-(\w*))?\}/g,
      (_, name: string, other = '') => env[name] ?? other,
    );
    return z.record(z.string(), z.string().nullable()).parse(parse(text));
  };
  const pair = { LIVEKIT_API_KEY: 'new', LIVEKIT_API_SECRET: 'n' };
  expect(keysWith(pair)).toEqual({ new: 'n', none: null });
  const old = { LIVEKIT_OLD_API_KEY: 'old', LIVEKIT_OLD_API_SECRET: 'o' };
  expect(keysWith({ ...pair, ...old })).toEqual({ new: 'n', old: 'o' });
});

test('an agent that is told to stop has the time for the longest call that it holds', () => {
  const { DRAIN_S } = parseEnv({});
  const longestMs = arrivalWaitMs + callLimitMs + returnWaitMs + speechTimeoutMs;
  expect(DRAIN_S * 1000).toBeGreaterThan(longestMs);
  const graces = [
    /^ {4}stop_grace_period: (\d\d\d)s$/m.exec(read('compose.yaml')),
    /terminationGracePeriodSeconds: (\d\d\d)$/m.exec(read('deploy/kubernetes/ovoz.yaml')),
    /docker stop -t (\d+)/.exec(read('docs/deploy/own-server.md')),
    /^TimeoutStopSec=(\d\d\d)$/m.exec(read('docs/deploy/own-server.md')),
  ].map((found) => Number(found?.[1]));
  // And then to tell of what was cut.
  for (const graceS of graces) expect(graceS).toBeGreaterThanOrEqual(DRAIN_S + 10);
});

test('every health check and probe asks an address that is answered', () => {
  const probes = containers.flatMap(({ name, ports, livenessProbe, readinessProbe, startupProbe }) =>
    [livenessProbe, readinessProbe, startupProbe].flatMap((one) => {
      if (one === undefined) return [];
      const { path, port } = one.httpGet;
      const number =
        typeof port === 'number' ? port : ports.find((named) => named.name === port)?.containerPort;
      return { path, port: number ?? 0, ofAgent: name === 'agent' };
    }),
  );
  const checks = own.flatMap(([name, { healthcheck }]) => {
    const [, port, path = ''] = /127\.0\.0\.1:(\d+)([\w/]+)/.exec(healthcheck?.test.join(' ') ?? '') ?? [];
    return port === undefined ? [] : { path, port: Number(port), ofAgent: name === 'agent' };
  });
  expect(probes).toHaveLength(7);
  expect(checks).toHaveLength(2);
  const unanswered = [...probes, ...checks].filter(
    ({ path, port, ofAgent }) => !isAnswered(path, port, ofAgent),
  );
  expect(unanswered).toEqual([]);
});

test('what waits for another part to be healthy waits for one that says so; files and volumes are there', () => {
  for (const [, { depends_on = {}, volumes = [] }] of services) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const other = compose.services[name];
      expect(other).toBeDefined();
      if (condition === 'service_healthy') expect(other?.healthcheck).toBeDefined();
    }
    const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
    const absent = sources.filter((source) => !existsSync(source) && !(source in compose.volumes));
    // Made by whoever backs up (docs/deploy/backup.md).
    expect(absent.filter((source) => source !== './backups')).toEqual([]);
  }
});

test('Caddy leads to the site, past the proxy of Docker, and to LiveKit', () => {
  const { caddy, web, redis } = compose.services;
  const targets = [...read('deploy/compose/Caddyfile').matchAll(/reverse_proxy (\S+)/g)].map(
    ([, target]) => target,
  );
  const livekit = z
    .object({ port: z.number(), redis: z.object({ address: z.string() }) })
    .parse(parse(read('deploy/compose/livekit.yaml')));
  expect(targets).toEqual(['{$WEB:127.0.0.1:3000}', `127.0.0.1:${livekit.port}`]);
  expect(caddy?.environment?.WEB).toBe(`${web?.networks?.default.ipv4_address}:3000`);
  expect(redis?.ports).toEqual([`${livekit.redis.address}:6379`]);
});

test('agents are scaled by a figure that they tell', () => {
  const rule = parse(/```yaml\n( +rules:[^]*?)```/.exec(read('docs/deploy/kubernetes.md'))?.[1] ?? '');
  const [{ seriesQuery, name }] = z
    .object({ rules: z.tuple([z.object({ seriesQuery: z.string(), name: z.object({ as: z.string() }) })]) })
    .parse(rule).rules;
  expect(read('deploy/kubernetes/ovoz.yaml')).toContain(`metric: { name: ${name.as} }`);
  expect(read('agent/reporting/probes.ts')).toContain(`${/^\w+/.exec(seriesQuery)?.[0]} $`);
});

test('the site keeps an idle connection longer than balancers do, wherever it runs', () => {
  const kept = [
    /KEEP_ALIVE_TIMEOUT=(\d+)/.exec(read('Dockerfile'))?.[1],
    /--keepAliveTimeout (\d+)/.exec(read('docs/deploy/own-server.md'))?.[1],
  ];
  for (const ms of kept) expect(Number(ms)).toBeGreaterThan(60_000);
});

test('what Vercel is told to run and to call is there', () => {
  const told = z
    .object({ buildCommand: z.string(), crons: z.array(z.object({ path: z.string() })) })
    .parse(JSON.parse(read('vercel.json')));
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  expect(Object.keys(scripts).map((name) => `npm run ${name}`)).toContain(told.buildCommand);
  expect(told.crons.filter(({ path }) => !existsSync(`app${path}/route.ts`))).toEqual([]);
});

test('on Vercel who does jobs after the answer has the time for them', () => {
  const working = globSync('app/**/route.ts').filter((file) => /drain(Soon|Jobs)/.test(read(file)));
  expect(working.length).toBeGreaterThan(5);
  expect(working.filter((file) => !read(file).includes('export const maxDuration = 300;'))).toEqual([]);
});

test('what docs/scaling.md counts on for ten thousand calls is not stopped by a ceiling', () => {
  const scaler = z.object({
    kind: z.literal('HorizontalPodAutoscaler'),
    spec: z.object({ scaleTargetRef: z.object({ name: z.string() }), maxReplicas: z.number() }),
  });
  const ceilings = parseAllDocuments(read('deploy/kubernetes/ovoz.yaml')).flatMap(
    (document) => scaler.safeParse(document.toJS()).data?.spec ?? [],
  );
  const row = /^\| 10,000 .*$/m.exec(read('docs/scaling.md'))?.[0] ?? '';
  const [, agents] = /-([\d,]+) such agent pods/.exec(row) ?? [];
  const [, webs] = /web: (\d+) pods/.exec(row) ?? [];
  expect(ceilings.map(({ scaleTargetRef, maxReplicas }) => [scaleTargetRef.name, maxReplicas])).toEqual([
    ['web', Number(webs)],
    ['agent', Number(agents?.replace(',', ''))],
  ]);
});
