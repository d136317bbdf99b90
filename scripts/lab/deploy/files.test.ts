// Checks that the deployment files agree with the product; other programs check their syntax (manifests.ts).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { defaultWaits, timing } from '../../../agent/conversation/timing.ts';
import { returnWaitMs, speechTimeoutMs } from '../../../lib/contracts/limits.ts';
import { parseEnv, variableNames } from '../../../lib/server/platform/env.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  stop_grace_period: z.string().optional(),
});
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(read('compose.yaml'), { merge: true }));

const pod = z.object({
  terminationGracePeriodSeconds: z.number().optional(),
  containers: z.tuple([
    z.object({
      name: z.string(),
      env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ]),
});
const workload = z.object({ spec: z.object({ template: z.object({ spec: pod }) }) });
const pods = ['ovoz', 'migrate']
  .flatMap((name) => parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)))
  .flatMap((document) => workload.safeParse(document.toJS()).data?.spec.template.spec ?? []);
const podOf = (name: string) => pods.find(({ containers: [{ name: own }] }) => own === name);

/** The environment of each of our programs, by its name. */
const environments: [string, Record<string, string>][] = [
  ...['migrate', 'backup', 'web', 'agent'].map((name): [string, Record<string, string>] => [
    `Compose: ${name}`,
    services[name]?.environment ?? {},
  ]),
  ...pods.map(({ containers: [{ name, env }] }): [string, Record<string, string>] => [
    `Kubernetes: ${name}`,
    Object.fromEntries(env.map((each) => [each.name, each.value])),
  ]),
];

test.each(environments)('%s has settings that the product knows', (_, environment) => {
  const knownVariables = [...variableNames, 'POSTGRES_PASSWORD', 'HOSTNAME', 'NODE_OPTIONS'];
  expect(Object.keys(environment).filter((name) => !knownVariables.includes(name))).toEqual([]);
});

test.each(environments.filter(([name]) => name.endsWith('agent')))(
  '%s gets no secret of the site',
  (_, own) => {
    const secrets = [
      'ADMIN_PASSWORD',
      'SESSION_SECRET',
      'CRON_SECRET',
      'METRICS_TOKEN',
      'BACKUP_KEY',
      'S3_SECRET_ACCESS_KEY',
    ];
    const environment: Record<string, string> = {
      ...Object.fromEntries(secrets.map((name) => [name, 'secret'])),
      ...own,
    };
    expect(secrets.filter((name) => environment[name] === 'secret')).toEqual([]);
  },
);

test('a stopping agent has enough time for its longest call', () => {
  const { DRAIN_S } = parseEnv({});
  expect(DRAIN_S * 1000).toBeGreaterThan(
    timing.arrivalMs + defaultWaits.limitMs + returnWaitMs + speechTimeoutMs,
  );
  const graces = [
    Number.parseInt(services.agent?.stop_grace_period ?? '', 10),
    podOf('agent')?.terminationGracePeriodSeconds,
  ];
  // Ten seconds more to report the call that was cut.
  for (const graceS of graces) expect(graceS).toBeGreaterThanOrEqual(DRAIN_S + 10);
});

test('the settings of /etc/ovoz/env replace no variable that a systemd unit sets', () => {
  const shared = [...read('deploy/systemd/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(shared).toContain('NODE_OPTIONS');
  const units = readdirSync('deploy/systemd').filter((name) => name.endsWith('.service'));
  const ownVariables = units
    .map((name) => read(`deploy/systemd/${name}`))
    .filter((text) => text.includes('EnvironmentFile=/etc/ovoz/env'))
    .flatMap((text) => text.match(/^Environment=.*/gm) ?? [])
    .flatMap((line) => [...line.matchAll(/[= ](\w+)=/g)].map(([, name]) => name));
  expect(ownVariables).toContain('AGENT_PORT');
  expect(ownVariables.filter((name) => shared.includes(name))).toEqual([]);
});

test('a deployment whose build fails leaves no release', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stub = (name: string, command: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  stub('git', 'mkdir -p "$5"');
  stub('npm', 'exit 1');
  const script = read('deploy/systemd/deploy.sh').replaceAll('/srv/ovoz', folder);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status } = spawnSync('sh', ['-c', script, 'deploy', 'an address'], { env });
  expect(status).toBe(1);
  expect(readdirSync(path.join(folder, 'releases'))).toEqual([]);
});

test('every address that a probe, a health check or a cron requests exists', () => {
  const files = ['compose.yaml', 'deploy/kubernetes/ovoz.yaml', 'vercel.json'].map(read).join('\n');
  const requestedPaths = [...files.matchAll(/\/api\/[\w/]+/g)].map(([address]) => address);
  expect(requestedPaths.length).toBeGreaterThanOrEqual(6);
  expect(requestedPaths.filter((address) => !existsSync(`app${address}/route.ts`))).toEqual([]);
});

const scaled = z.object({
  kind: z.enum(['ScaledObject', 'HorizontalPodAutoscaler']),
  spec: z.object({ scaleTargetRef: z.object({ name: z.string() }) }),
});
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ replicas: z.never().optional() }),
});

test('each deployment has one autoscaler, and its file sets no number of pods', () => {
  const documents = ['ovoz', 'keda']
    .flatMap((name) => parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)))
    .map((document): unknown => document.toJS());
  const targets = documents.flatMap((each) => scaled.safeParse(each).data?.spec.scaleTargetRef.name ?? []);
  const deployments = documents.flatMap((each) => deployment.safeParse(each).data?.metadata.name ?? []);
  expect(targets.sort()).toEqual(['agent', 'web', 'worker']);
  expect(deployments.sort()).toEqual(['agent', 'web', 'worker']);
});

test('the Helm chart renders each manifest, and replaces only text that a manifest contains', () => {
  const folder = 'deploy/kubernetes';
  const template = read(`${folder}/templates/manifests.yaml`);
  const manifests = readdirSync(folder).filter(
    (name) => /^[a-z]+\.yaml$/.test(name) && name !== 'values.yaml',
  );
  const rendered = [...template.matchAll(/"(\w+\.yaml)"/g)].map(([, name]) => name);
  expect(rendered.sort()).toEqual(manifests.sort());
  const text = manifests.map((name) => read(`${folder}/${name}`)).join('\n');
  const replaced = [...template.matchAll(/replace "([^"]+)"/g)].map(([, part = '']) => part);
  expect(replaced.length).toBeGreaterThanOrEqual(4);
  expect(replaced.filter((part) => !text.includes(part))).toEqual([]);
  const used = [...template.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name);
  const { properties } = z
    .object({ properties: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(read(`${folder}/values.schema.json`)));
  expect(Object.keys(properties).sort()).toEqual([...new Set(used)].sort());
  expect(Object.keys(parse(read(`${folder}/values.yaml`))).sort()).toEqual([...new Set(used)].sort());
});

test('LiveKit makes no room for a token alone', () => {
  expect(parse(read('deploy/compose/livekit.yaml'))).toMatchObject({ room: { auto_create: false } });
});
