import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { formatPhone } from '../lib/phone.ts';
import { newPhone } from './support/api.ts';
import { storedConversation } from './support/conversation.ts';
import { forget, recordedLead, roomOf } from './support/leads-of-phone.ts';
import { expect, test } from './support/visitor.ts';

/** Seconds of the call at which the tab is killed: in the greeting, in questions, in answers, between them. The longest first. */
const moments = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const callsAtOnce = 3;
const audibleDb = -45;

test('a tab killed at ten moments of a call: ten leads have the sound of both voices, in the agent’s copy, which goes where the browser’s recording comes', async ({
  visit,
  phone: deliveringPhone,
  request,
}) => {
  test.setTimeout(300_000);
  const calls = moments.map((seconds) => ({ seconds, phone: formatPhone(newPhone()) }));
  const waiting = [...calls];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const call = await visit({ pauseS: 1 });
      await call.talks(next.phone, next.seconds);
      await killTab(call.page);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, lane));

  // LiveKit, the agent and the web app wait for the killed visitors for a minute. Meanwhile another call ends as usual.
  await test.step('the copy goes once the browser’s recording is there', async () => {
    const call = await visit({ pauseS: 1 });
    await call.talks(deliveringPhone, 3);
    const room = await roomOf(deliveringPhone);
    await expect.poll(copies).toContain(room);
    await call.ends();
    await expect.poll(copies).not.toContain(room);
    expect(await recordedLead(request, deliveringPhone)).toMatchObject({ recordedBy: 'visitor' });
  });

  for (const { seconds, phone } of calls) {
    const lead = await recordedLead(request, phone);
    expect(lead).toMatchObject({ recordedBy: 'agent', audioType: 'audio/ogg' });
    const { durationS, visitor, agent } = await storedConversation(request, lead);
    const whole = { fromS: 0, toS: durationS };
    const levels = [visitor.loudnessDb(whole), agent.loudnessDb(whole)];
    expect(durationS).toBeGreaterThan(seconds - 2);
    // LiveKit misses the visitor only 20 s later.
    expect(durationS).toBeLessThan(seconds + 10);
    expect(Math.min(...levels)).toBeGreaterThan(audibleDb);
    await forget(request, phone);
  }
});

/** The rooms of the copies on the agent's disk. */
async function copies(): Promise<unknown[]> {
  const folder = path.join(process.env.DATA_DIR ?? '.data', 'copies');
  const jobs = await readdir(folder);
  const read = async (job: string): Promise<unknown> => {
    // A copy may be deleted meanwhile.
    const call = await readFile(path.join(folder, job, 'call.json'), 'utf8').catch(() => '{}');
    const { room }: { room?: unknown } = JSON.parse(call);
    return room;
  };
  return Promise.all(jobs.map(read));
}

/** Kills the tab's process, which can send nothing more. */
async function killTab(page: Page): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const crashed = page.waitForEvent('crash');
  for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL');
  await crashed;
}
