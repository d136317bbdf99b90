import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseEnv, variableNames } from '../../../lib/server/platform/env.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const service = z.object({
  restart: z.string(),
  healthcheck: z.unknown().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
});
const compose = z.object({ services: z.record(z.string(), service) });
const { services } = compose.parse(parse(read('compose.yaml'), { merge: true }));

const container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  command: z.array(z.string()).default([]),
});
const template = z.object({ spec: z.object({ containers: z.tuple([container]) }) });
const object = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string().optional(), generateName: z.string().optional() }),
  spec: z.object({
    replicas: z.number().optional(),
    scaleTargetRef: z.object({ name: z.string() }).optional(),
    template: template.optional(),
    jobTemplate: z.object({ spec: z.object({ template }) }).optional(),
  }),
});
const objectsIn = (name: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((each) => object.parse(each.toJS()));
const deployments = objectsIn('ovoz').filter(({ kind }) => kind === 'Deployment');

function environmentOf(name: string): Record<string, string> {
  const found = deployments.find(({ metadata }) => metadata.name === name)?.spec.template;
  return Object.fromEntries(found?.spec.containers[0].env.map((each) => [each.name, each.value]) ?? []);
}

/** A complete .env as an operator may have it. */
const everything = {
  ADMIN_PASSWORD: 'secret-1',
  SESSION_SECRET: 'secret-2'.repeat(4),
  CRON_SECRET: 'secret-3',
  METRICS_TOKEN: 'secret-4',
  BACKUP_KEY: 'secret-5'.repeat(2),
  S3_BUCKET: 'recordings',
  S3_ENDPOINT: 'https://s3.example',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-6',
  BLOB_READ_WRITE_TOKEN: 'secret-7',
  NOTICE_WEBHOOK_URL: 'https://crm.example',
  NOTICE_WEBHOOK_SECRET: 'secret-8'.repeat(2),
  TELEGRAM_BOT_TOKEN: 'secret-9',
  TELEGRAM_CHAT_ID: '1',
};

test('Compose: what runs for good says whether it is well, with variables that are known', () => {
  const lasting = Object.entries(services).filter(([, { restart }]) => restart === 'unless-stopped');
  expect(lasting.map(([name]) => name)).toEqual(
    expect.arrayContaining(['postgres', 'redis', 'livekit', 'web', 'agent', 'caddy']),
  );
  expect(lasting.filter(([, { healthcheck }]) => healthcheck === undefined)).toEqual([]);
  for (const name of ['migrate', 'backup', 'web', 'agent'])
    expect(
      Object.keys(services[name]?.environment ?? {}).filter(
        (variable) => !variableNames.includes(variable) && variable !== 'POSTGRES_PASSWORD',
      ),
    ).toEqual([]);
});

test.each([
  ['Compose', services.agent?.environment ?? {}],
  ['Kubernetes', environmentOf('agent')],
])('%s: the agent gets none of the site’s secrets', (_place, own) => {
  const given = { ...everything, DATABASE_URL: 'postgresql://u:secret-0@db/ovoz', ...own };
  const known = given.DATABASE_URL.includes('secret') && !('DATABASE_URL' in own) ? ['secret-0'] : [];
  expect(JSON.stringify(given).match(/secret-\d/g) ?? []).toEqual(known);
  const settings = Object.entries(given).filter(([, value]) => !value.includes('${'));
  expect(() =>
    parseEnv({ ...Object.fromEntries(settings), PUBLIC_URL: 'https://ovoz.example' }),
  ).not.toThrow();
});

test('LiveKit makes no room for a token alone', () => {
  expect(parse(read('deploy/compose/livekit.yaml'))).toMatchObject({ room: { auto_create: false } });
});

test('Kubernetes: who is scaled has no number of its own, the worker does the jobs, an upgrade migrates first', () => {
  const scaled = objectsIn('ovoz').flatMap(({ spec }) => spec.scaleTargetRef?.name ?? []);
  expect(scaled).toEqual(['web', 'agent']);
  const fixed = deployments.filter(({ spec }) => spec.replicas !== undefined);
  expect(fixed.map(({ metadata }) => metadata.name)).toEqual(['worker']);
  expect(environmentOf('worker')).toEqual({ JOBS: 'here' });
  expect(objectsIn('ovoz').filter(({ kind }) => kind === 'Job')).toEqual([]);
  expect(objectsIn('migrate')).toMatchObject([{ kind: 'Job', metadata: { generateName: 'migrate-' } }]);
});

test('backup and restore are in an image, and both manuals’ commands call it', () => {
  const layout = read('scripts/build/image.ts');
  expect(layout).toContain("['migrate', 'backup', 'restore']");
  expect(services.backup?.command.slice(0, 2)).toEqual(['node', 'scripts/backup.ts']);
  const nightly = objectsIn('backup').find(({ kind }) => kind === 'CronJob');
  expect(nightly?.spec.jobTemplate?.spec.template.spec.containers[0].command).toEqual([
    'node',
    'scripts/backup.ts',
    '--keep',
    '14',
  ]);
});

test('no workflow puts what somebody else has written into a command', () => {
  for (const file of globSync('.github/workflows/*.yml')) {
    const steps = read(file).matchAll(/^ +(?:- )?run: (?:\|\n(?:(?: {10,}.*)?\n)+|.*)/gm);
    const commands = [...steps].map(([step]) => step);
    expect(commands.length).toBeGreaterThan(1);
    expect(commands.filter((step) => step.includes('${{'))).toEqual([]);
  }
});

const manual = read('docs/deploy/own-server.md');
const units = [...manual.matchAll(/```ini\n# (\S+)\n([^]*?)```/g)].map(
  ([, file = '', text = '']): [string, string] => [file.split('/').at(-1) ?? '', text],
);

test.each(units.filter(([name]) => !name.startsWith('ovoz-backup')))(
  '%s leaves the signal to its main process, which listens where the proxy asks',
  (name, unit) => {
    if (name.startsWith('ovoz-livekit')) return expect(unit).toContain(' --config /etc/livekit.yaml\n');
    expect(unit).toContain('\nKillMode=mixed\n');
    // Started under the name 127.0.0.1 Next takes what the middleware rewrites for another server's.
    if (name.startsWith('ovoz-web')) expect(unit).toContain(' -p %i -H localhost ');
  },
);

test('the backup of the manual is made with the environment of the product, and each night', () => {
  const { 'ovoz-backup.service': service = '', 'ovoz-backup.timer': timer = '' } = Object.fromEntries(units);
  expect(service).toContain('\nEnvironmentFile=/etc/ovoz/env\n');
  const [, script = ''] = /^ExecStart=\S+\/node (\S+) --keep \d+$/m.exec(service) ?? [];
  expect(existsSync(script)).toBe(true);
  expect(timer).toMatch(/^OnCalendar=/m);
  expect(manual).toContain('enable --now ovoz-backup.timer');
});

test('the environment file of the manual is one that systemd reads: a comment has a line of its own', () => {
  expect(units.map(([name]) => name)).toEqual([
    'ovoz-web@.service',
    'ovoz-agent@.service',
    'ovoz-backup.service',
    'ovoz-backup.timer',
    'ovoz-livekit.service',
  ]);
  const block = /```\n(PUBLIC_URL=[^]*?)```/.exec(manual)?.[1] ?? '';
  expect(block.split('\n').length).toBeGreaterThan(10);
  expect(block).toMatch(/^NODE_OPTIONS='.*--dns-result-order=ipv4first'$/m);
  expect(block.match(/^[^#\n].* #.*$/gm)).toBeNull();
});
