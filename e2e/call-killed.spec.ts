import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hrefIn } from '../lib/i18n/routing.ts';
import { formatPhone } from '../lib/phone.ts';
import { untilAllConfirmed } from './support/until-all-confirmed.ts';
import { newPhone } from './support/api.ts';
import { CallPanel } from './support/call-panel.ts';
import { storedConversation } from './support/conversation.ts';
import { deleteLeadsAndCalls, recordedLead, roomOf } from './support/leads-of-phone.ts';
import { expect, test } from './support/visitor.ts';

/** Seconds from the agent's first words to the kill: in the greeting, in questions, in answers and between them. */
const moments = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const callsAtOnce = 2;
const audibleDb = -45;

// LiveKit, the agent and the web app wait for killed visitors for a minute. The other tests run meanwhile.
test.describe.serial('killed tabs and browsers', () => {
  const calls = moments.map((seconds) => ({ seconds, phone: formatPhone(newPhone()), killedAtS: 0 }));

  test('ten tabs are killed, each at another moment of its call', async ({ visit }) => {
    const waiting = [...calls];
    const makeCalls = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const call = await visit({ pauseS: 1 });
        await call.callUntilClock(next.phone, 0);
        // On a busy machine the clock starts before the agent speaks.
        await expect(call.captions).toContainText(/\S/);
        await call.untilClock((await call.seconds()) + next.seconds);
        next.killedAtS = await call.seconds();
        await killTab(call.page);
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, makeCalls));
  });

  test('the agent deletes its copy of a call once the browser’s recording has arrived', async ({
    visit,
    phone,
    request,
  }) => {
    const call = await visit({ pauseS: 1 });
    await call.callUntilClock(phone, 3);
    const room = await roomOf(phone);
    await expect.poll(roomsOfCopies).toContain(room);
    await call.end();
    await expect.poll(roomsOfCopies).not.toContain(room);
    expect(await recordedLead(request, phone)).toMatchObject({ recordedBy: 'visitor' });
  });

  test('another tab resumes the call of a crashed tab, and a killed browser sends the recording at its next visit', async ({
    profile,
    phone,
    visit,
    request,
  }) => {
    const call = await visit({ pauseS: 1, profile });
    await call.callUntilClock(phone, 4);
    const startedAtMs = Date.now();
    await test.step('another tab resumes the call of a crashed tab', async () => {
      const crashed = call.page.waitForEvent('crash');
      void call.page.goto('chrome://crash').catch(() => undefined);
      await crashed;
      const tab = await call.page.context().newPage();
      await tab.goto(hrefIn('en', '/'));
      const resumed = new CallPanel(tab, 'en');
      await resumed.panel.getByRole('button', { name: resumed.strings.voice_chat_go_back }).click();
      await resumed.expectAgentConnected();
      // Which words appear depends on when the visitor interrupts.
      await expect(resumed.captions).toContainText(/\S/);
      await expect(resumed.panel.getByText(resumed.strings.voice_chat_recording)).toBeVisible();
    });
    await killBrowser(profile);

    const returning = await visit({ profile });
    const lead = await recordedLead(request, phone);
    const { durationS, visitor } = await storedConversation(request, lead);
    expect(durationS).toBeGreaterThan(2);
    expect(durationS).toBeLessThan(4 + (Date.now() - startedAtMs) / 1000);
    expect(visitor.segments.length).toBeGreaterThan(0);
    await test.step('the browser sends the recording only once', async () => {
      await untilAllConfirmed(returning.page);
      const posts: string[] = [];
      returning.page.on('request', (sent) => sent.method() === 'POST' && posts.push(sent.url()));
      await returning.page.reload({ waitUntil: 'networkidle' });
      expect(posts).toEqual([]);
    });
  });

  test('ten leads have the sound of both voices, in the agent’s copy', async ({ request }) => {
    for (const { seconds, phone, killedAtS } of calls) {
      const lead = await recordedLead(request, phone);
      expect(lead).toMatchObject({ recordedBy: 'agent', audioType: 'audio/ogg' });
      const { durationS, visitor, agent } = await storedConversation(request, lead);
      const wholeCall = { fromS: 0, toS: durationS };
      const levels = [visitor.level95Db(wholeCall), agent.level95Db(wholeCall)];
      // The copy begins with the first sound, which may be later than the clock.
      expect(durationS).toBeGreaterThan(seconds - 2);
      // LiveKit notices the lost visitor only after 20 s. The copy must end sooner.
      expect(durationS).toBeLessThan(killedAtS + 10);
      expect(Math.min(...levels)).toBeGreaterThan(audibleDb);
      await deleteLeadsAndCalls(request, phone);
    }
  });
});

/** The rooms of the copies on the agent's disk. */
async function roomsOfCopies(): Promise<unknown[]> {
  const folder = path.join(process.env.DATA_DIR ?? '.data', 'copies');
  const jobs = await readdir(folder);
  const readRoom = async (job: string): Promise<unknown> => {
    // A copy may be deleted meanwhile.
    const call = await readFile(path.join(folder, job, 'call.json'), 'utf8').catch(() => '{}');
    const { room }: { room?: unknown } = JSON.parse(call);
    return room;
  };
  return Promise.all(jobs.map(readRoom));
}

/** Kills the tab's process, so that it can send nothing more. */
async function killTab(page: Page): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const crashed = page.waitForEvent('crash');
  for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL');
  await crashed;
}

/** Kills the whole browser like a power cut; its process is found by its profile. */
async function killBrowser(profile: string): Promise<void> {
  const lockTarget = await readlink(path.join(profile, 'SingletonLock'));
  process.kill(Number(lockTarget.split('-').at(-1)), 'SIGKILL');
}
