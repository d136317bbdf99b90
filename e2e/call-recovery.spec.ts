import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { hrefIn } from '../lib/i18n/routing.ts';
import { allConfirmed } from './support/all-confirmed.ts';
import { CallPanel } from './support/call-panel.ts';
import { storedConversation } from './support/conversation.ts';
import { recordedLead } from './support/leads-of-phone.ts';
import { expect, test } from './support/visitor.ts';

test('a tab that crashes comes back into its call, and a browser killed there sends the recording at its next visit', async ({
  profile,
  phone,
  visit,
  request,
}) => {
  const call = await visit({ pauseS: 1, profile });
  await call.talks(phone, 4);
  const startedAtMs = Date.now();
  await test.step('another tab offers the call of one that has crashed, and comes back into it', async () => {
    const crashed = call.page.waitForEvent('crash');
    void call.page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    const tab = await call.page.context().newPage();
    await tab.goto(hrefIn('en', '/'));
    const back = new CallPanel(tab, 'en');
    await back.panel.getByRole('button', { name: back.strings.voice_chat_go_back }).click();
    await back.isWithAgent();
    // The visitor talks over much of this.
    await expect(back.captions).toContainText(/\S/);
    await expect(back.panel.getByText(back.strings.voice_chat_recording)).toBeVisible();
  });
  await killBrowser(profile);

  const again = await visit({ profile });
  const lead = await recordedLead(request, phone);
  const { durationS, visitor } = await storedConversation(request, lead);
  expect(durationS).toBeGreaterThan(2);
  expect(durationS).toBeLessThan(4 + (Date.now() - startedAtMs) / 1000);
  expect(visitor.segments.length).toBeGreaterThan(0);
  await test.step('and only once', async () => {
    await allConfirmed(again.page);
    const sent: string[] = [];
    again.page.on('request', (asked) => asked.method() === 'POST' && sent.push(asked.url()));
    await again.page.reload({ waitUntil: 'networkidle' });
    expect(sent).toEqual([]);
  });
});

/** Kills the whole browser like a power cut; its process is found by its profile. */
async function killBrowser(profile: string): Promise<void> {
  const lock = await readlink(path.join(profile, 'SingletonLock'));
  process.kill(Number(lock.split('-').at(-1)), 'SIGKILL');
}
