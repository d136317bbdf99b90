import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newPhone } from './support/api.ts';
import type { CallPanel } from './support/call-panel.ts';
import { expect, summary, test } from './support/lead-processing.ts';
import { leadsOf } from './support/leads-of-phone.ts';
import { isSilent, refuses, type Reply } from './support/openai-server.ts';
import { allPartsRun, signalPart } from './support/parts.ts';
import { vendorSettings } from './support/product-with-vendor.ts';
import { startWebApp } from './support/web-app.ts';

/** The matrix of `npm run test:soak`: whatever fails, and whenever, a call ends as one whole lead by itself. */

interface Stage {
  call: CallPanel;
  dataDir: string;
  profile: string;
}

type Fault = (stage: Stage) => Promise<void>;

const frozenMs = 8_000;
const networkGoneMs = 20_000;
const moments = ['call', 'upload', 'job'] as const;

const parts = (['web', 'agent', 'livekit', 'postgres'] as const).flatMap((part): [string, Fault][] => [
  [`SIGKILL of ${part}`, async ({ dataDir }) => signalPart(part, 'SIGKILL', dataDir)],
  [
    `SIGSTOP of ${part}`,
    async ({ dataDir }) => {
      signalPart(part, 'SIGSTOP', dataDir);
      await passes(frozenMs);
      signalPart(part, 'SIGCONT', dataDir);
    },
  ],
]);

/** What fails, by its name. Each is caused at each moment. */
const faults: [string, Fault][] = [
  ['SIGKILL of the tab', async ({ profile }) => signalBrowser(profile, 'SIGKILL')],
  [
    'SIGSTOP of the tab',
    async ({ profile }) => {
      signalBrowser(profile, 'SIGSTOP');
      await passes(frozenMs);
      signalBrowser(profile, 'SIGCONT');
    },
  ],
  ...parts,
  [
    'the network gone for 20 s',
    async ({ call }) => {
      await call.page.context().setOffline(true);
      await passes(networkGoneMs);
      await call.page.context().setOffline(false);
    },
  ],
  [
    'a disk that takes nothing',
    async ({ dataDir }) => {
      const folder = path.join(dataDir, 'audio');
      await rename(folder, `${folder}-away`);
      await writeFile(folder, 'no folder');
      await passes(frozenMs);
      await rm(folder);
      await rename(`${folder}-away`, folder);
    },
  ],
];

/** Those that need a file system of their own, which root alone may mount. */
const mounted: [string, string][] = [
  ['a full disk', 'size=4k'],
  ['a read-only disk', 'ro'],
];
if (process.getuid?.() === 0 && process.platform === 'linux')
  for (const [name, options] of mounted)
    faults.push([
      name,
      async ({ dataDir }) => {
        const folder = path.join(dataDir, 'audio-incoming');
        mkdirSync(folder, { recursive: true });
        execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
        await passes(frozenMs);
        execFileSync('umount', ['-l', folder]);
      },
    ]);

for (const moment of moments)
  for (const [name, fault] of faults)
    test(`${name} during the ${moment}`, async ({ visit, profile, request, vendor, product }) => {
      test.setTimeout(300_000);
      vendor.speaks = 'Qaysi shaharda yashaysiz?';
      vendor.says = moment === 'job' ? [isSilent, summary] : [summary];
      const phone = newPhone();
      const call = await visit({ pauseS: 1, profile });
      const stage = { call, dataDir: product.dataDir, profile };
      await call.talks(phone, 6);
      if (moment === 'call') {
        await fault(stage);
        await hangUp(call);
      } else if (moment === 'upload') {
        const sending = call.page.waitForRequest((asked) => asked.url().endsWith('/api/leads'));
        await call.button('end').click();
        await sending;
        await fault(stage);
      } else {
        await call.button('end').click();
        await expect.poll(() => vendor.asked.completions.length, { timeout: 60_000 }).toBeGreaterThan(0);
        await fault(stage);
      }
      await allPartsRun(request);
      // A visitor whose browser died comes again.
      if (name.includes('KILL of the tab')) await visit({ profile });
      await isOneWholeLead(request, phone);
    });

/** The vendor that recognises and summarises: each way of failing, once or for a while. */
const vendorFaults: [string, Reply[]][] = [
  ['is slow', [slow(15_000)]],
  ['says 429', [refuses(429, { 'retry-after': '3' }), refuses(429)]],
  ['says 500', [refuses(500), refuses(503)]],
  ['cuts the line', [(response) => void response.destroy()]],
];
for (const [name, replies] of vendorFaults)
  test(`a vendor that ${name}`, async ({ visit, profile, request, vendor }) => {
    test.setTimeout(300_000);
    vendor.speaks = 'Qaysi shaharda yashaysiz?';
    vendor.says = [...replies, summary];
    const phone = newPhone();
    const call = await visit({ pauseS: 1, profile });
    await call.talks(phone, 6);
    await call.ends();
    await isOneWholeLead(request, phone);
  });

test('two web apps, of which the one that took the recording dies', async ({
  visit,
  profile,
  request,
  vendor,
  product,
}) => {
  test.setTimeout(300_000);
  const other = await startWebApp({ ...product.settings, ...vendorSettings(vendor) });
  vendor.speaks = 'Qaysi shaharda yashaysiz?';
  vendor.says = [isSilent, summary];
  const phone = newPhone();
  const call = await visit({ pauseS: 1, profile });
  await call.talks(phone, 6);
  await call.ends();
  await expect.poll(() => vendor.asked.completions.length, { timeout: 60_000 }).toBeGreaterThan(0);
  signalPart('web', 'SIGKILL', product.dataDir);
  await allPartsRun(request);
  await isOneWholeLead(request, phone);
  await other.stop();
});

type Request = Parameters<typeof leadsOf>[0];

/** One lead, with its recording, what was said and its summary. */
async function isOneWholeLead(request: Request, phone: string): Promise<void> {
  await expect(async () => {
    const leads = await leadsOf(request, phone);
    const found = leads.map(({ hasAudio, processingStatus }) => ({ hasAudio, processingStatus }));
    expect(found).toEqual([{ hasAudio: true, processingStatus: 'completed' }]);
    expect(leads[0]?.duration).toBeGreaterThan(3);
    expect(leads[0]?.summary).toContain('Aziz');
  }).toPass({ timeout: 150_000 });
}

/** The visitor ends the call, if it has not ended by itself. */
async function hangUp(call: CallPanel): Promise<void> {
  if (call.page.isClosed()) return;
  await expect(async () => {
    if (call.page.isClosed()) return;
    if (await call.button('end').isVisible()) await call.button('end').click({ timeout: 2_000 });
    await expect(call.button('end')).toBeHidden({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/** The length of the fault itself. */
function passes(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function slow(ms: number): Reply {
  const completion = { choices: [{ index: 0, message: { role: 'assistant', content: summary } }] };
  return (response) =>
    void setTimeout(
      () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id: '1', created: 1, model: 'scripted', ...completion })),
      ms,
    );
}

/** A browser with all its processes; its profile names the first of them. */
function signalBrowser(profile: string, signal: NodeJS.Signals): void {
  const root = Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1));
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  for (const pid of [...parents.keys()].filter(isOurs)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The same.
    }
  }
}
