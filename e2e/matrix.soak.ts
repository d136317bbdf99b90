import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { formatPhone } from '../lib/phone.ts';
import { newPhone } from './support/api.ts';
import type { CallPanel } from './support/call-panel.ts';
import { expect, sendRecording, summary, test } from './support/lead-processing.ts';
import { leadsOf } from './support/leads-of-phone.ts';
import { neverReplies, type Reply } from './support/openai-server.ts';
import { type PartName, untilAllPartsRun, partPid, signalPart } from './support/parts.ts';
import { vendorSettings } from './support/product-with-vendor.ts';
import { startWebApp } from './support/web-app.ts';

/** The faults of `npm run test:soak`: after each one, a call becomes one complete lead. A visitor whose browser was killed returns. */

/** The call and the product that a fault acts on. */
interface FaultTarget {
  call: CallPanel;
  dataDir: string;
  profile: string;
  request: APIRequestContext;
}

type Fault = (target: FaultTarget) => Promise<void>;
type FaultMoment = 'call' | 'upload' | 'job';

const answerLimitMs = 8_000;
const networkLostMs = 20_000;

const kill =
  (part: PartName): Fault =>
  async ({ dataDir }) =>
    signalPart(part, 'SIGKILL', dataDir);

/** Freezes a part until `/api/health` reports a fault or does not answer. */
const freeze =
  (part: PartName): Fault =>
  async ({ dataDir, request }) => {
    signalTree(partPid(part, dataDir), 'SIGSTOP');
    try {
      await expect(async () => {
        const state = await request.get('/api/health', { timeout: answerLimitMs }).then(
          (answer) => answer.status(),
          () => 'silent',
        );
        expect(state).not.toBe(200);
      }).toPass({ timeout: 60_000 });
    } finally {
      signalTree(partPid(part, dataDir), 'SIGCONT');
    }
  };

const killBrowser: Fault = async ({ profile }) => signalBrowser(profile, 'SIGKILL');

const freezeBrowser: Fault = async ({ call, profile }) => {
  signalBrowser(profile, 'SIGSTOP');
  await expect(call.panel.textContent({ timeout: answerLimitMs })).rejects.toThrow('Timeout');
  signalBrowser(profile, 'SIGCONT');
};

/** Freezes the browser's network process, which carries signalling and media, so that the page sees a lost network. */
const freezeNetwork: Fault = async ({ call, profile }) => {
  const pid = processesOf(browserPid(profile)).find((id) => commandOf(id).includes('NetworkService'));
  expect(pid).toBeDefined();
  process.kill(Number(pid), 'SIGSTOP');
  try {
    const notice = expect(call.status).toHaveText(call.strings.voice_chat_reconnecting, { timeout: 40_000 });
    await Promise.all([notice, delay(networkLostMs)]);
  } finally {
    process.kill(Number(pid), 'SIGCONT');
  }
};

/** Mounts a full or read-only disk over the upload folder, ends the call, and unmounts it once the upload is refused. */
const mountDisk =
  (options: string): Fault =>
  async ({ call, dataDir }) => {
    const folder = path.join(dataDir, 'audio-incoming');
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    try {
      const refusal = call.page.waitForResponse((answer) => answer.url().endsWith('/api/leads'));
      await call.button('end').click();
      expect((await refusal).status()).toBe(507);
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  };

const faults: [string, Fault, FaultMoment[]][] = [
  ['SIGKILL of the browser', killBrowser, ['call', 'upload']],
  ['SIGSTOP of the browser', freezeBrowser, ['call', 'upload']],
  ['SIGKILL of the web app', kill('web'), ['call']],
  ['SIGSTOP of the web app', freeze('web'), ['call', 'upload', 'job']],
  ['SIGKILL of the agent', kill('agent'), ['call']],
  ['SIGSTOP of the agent', freeze('agent'), ['call']],
  ['SIGSTOP of LiveKit', freeze('livekit'), ['call']],
  ['SIGKILL of Postgres', kill('postgres'), ['call', 'upload', 'job']],
  ['SIGSTOP of Postgres', freeze('postgres'), ['call', 'upload', 'job']],
  ['a lost network for 20 s', freezeNetwork, ['call']],
];

for (const [name, fault, moments] of faults)
  for (const moment of moments)
    test(`a call becomes one complete lead despite ${name} during the ${moment}`, async ({
      profile,
      visit,
      request,
      vendor,
      product,
    }) => {
      test.setTimeout(240_000);
      vendor.streamedReply = question;
      const phone = formatPhone(newPhone());
      const faultIsOver = Promise.withResolvers<void>();
      if (moment === 'job')
        vendor.completionReplies = [
          (response) => void faultIsOver.promise.then(() => response.destroy()),
          summary,
        ];
      const call = await visit({ pauseS: 1, profile });
      const target = { call, dataDir: product.dataDir, profile, request };
      if (moment === 'job') {
        await sendRecording(request, phone);
        await untilSummaryRequested(vendor.requests.completions);
        await fault(target);
      } else {
        await call.callUntilClock(phone, 6);
        const upload = call.page.waitForRequest((sent) => sent.url().endsWith('/api/leads'));
        // If the fault ends the call, the page sends the recording by itself.
        upload.catch(() => undefined);
        if (moment === 'call') {
          await fault(target);
          await hangUp(call);
        } else {
          await call.button('end').click();
          await upload;
          await fault(target);
        }
      }
      faultIsOver.resolve();
      await untilAllPartsRun(request);
      // The visitor of the killed browser returns.
      if (fault === killBrowser) await visit({ profile });
      await expectOneCompleteLead(request, phone);
    });

/** Does the work while the part is frozen: it exists, but does not answer. */
async function whileFrozen(part: PartName, dataDir: string, work: () => Promise<void>): Promise<void> {
  signalPart(part, 'SIGSTOP', dataDir);
  try {
    await work();
  } finally {
    signalPart(part, 'SIGCONT', dataDir);
  }
}

test('the panel says that no agent came, and a retry works once the agent is back', async ({
  visit,
  product,
}) => {
  const call = await visit({ language: 'uz' });
  await whileFrozen('agent', product.dataDir, async () => {
    await call.call(formatPhone(newPhone()));
    await expect(call.panel.getByRole('alert')).toHaveText(call.strings.voice_chat_agent_missing, {
      timeout: 40_000,
    });
    await expect(call.panel.getByRole('timer')).toBeHidden();
  });
  // No agent is free until it has reported its places.
  await expect(async () => {
    await call.button('retry').click();
    await call.expectAgentConnected();
  }).toPass({ timeout: 60_000 });
});

test('the panel says that the media server does not answer', async ({ visit, product }) => {
  const call = await visit({ language: 'ru' });
  await whileFrozen('livekit', product.dataDir, async () => {
    await call.call(formatPhone(newPhone()));
    await expect(call.status).toHaveText(call.strings.voice_chat_connection_error);
    await expect(call.panel.getByRole('alert')).toHaveText(/\S/);
    await expect(call.button('retry')).toBeVisible();
  });
});

const disks = [
  ['full', 'size=4k'],
  ['read-only', 'ro'],
] as const;
for (const [name, options] of disks)
  test(`a call becomes one complete lead despite a ${name} disk during the upload`, async ({
    profile,
    visit,
    request,
    vendor,
    product,
  }) => {
    test.skip(process.getuid?.() !== 0, 'A file system of its own needs root.');
    test.setTimeout(240_000);
    vendor.streamedReply = question;
    const phone = formatPhone(newPhone());
    const call = await visit({ pauseS: 1, profile });
    await call.callUntilClock(phone, 6);
    await mountDisk(options)({ call, dataDir: product.dataDir, profile, request });
    await expectOneCompleteLead(request, phone);
  });

test('a call becomes one complete lead although its vendor closes connections before it answers', async ({
  request,
  vendor,
}) => {
  const closeConnection: Reply = (response) => void response.destroy();
  const phone = newPhone();
  vendor.transcriptionReplies = [closeConnection, 'Mening ismim Aziz'];
  vendor.completionReplies = [closeConnection, closeConnection, summary];
  await sendRecording(request, phone);
  await expectOneCompleteLead(request, phone);
});

test('two web apps die during a job, and the restarted one finishes it', async ({
  request,
  vendor,
  product,
}) => {
  const otherApp = await startWebApp({ ...product.settings, ...vendorSettings(vendor), JOBS: 'here' });
  vendor.completionReplies = [neverReplies, summary];
  const phone = newPhone();
  await sendRecording(request, phone, otherApp.url);
  await untilSummaryRequested(vendor.requests.completions);
  // Either web app may have run the job. The restarted one continues it.
  await otherApp.kill();
  signalPart('web', 'SIGKILL', product.dataDir);
  await untilAllPartsRun(request);
  await expectOneCompleteLead(request, phone);
});

const question = 'Qaysi shaharda yashaysiz?';

async function untilSummaryRequested(completions: string[]): Promise<void> {
  await expect.poll(() => completions.length).toBeGreaterThan(0);
}

/** Expects one processed lead with its recording and summary. */
async function expectOneCompleteLead(request: APIRequestContext, phone: string): Promise<void> {
  await expect(async () => {
    const leads = await leadsOf(request, phone);
    const states = leads.map(({ hasAudio, processingStatus }) => ({ hasAudio, processingStatus }));
    expect(states).toEqual([{ hasAudio: true, processingStatus: 'completed' }]);
    expect(leads[0]?.duration).toBeGreaterThan(2);
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

/** Signals all processes of the browser with this profile. */
function signalBrowser(profile: string, signal: NodeJS.Signals): void {
  signalTree(browserPid(profile), signal);
}

function browserPid(profile: string): number {
  return Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processesOf(root)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** A process and its descendants. Chromium and Postgres put some of them into groups of their own. */
function processesOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isInTree = (pid: number): boolean => pid === root || (pid > 1 && isInTree(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isInTree);
}
