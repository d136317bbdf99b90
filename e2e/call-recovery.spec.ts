import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { storedConversation } from './support/conversation.ts';
import { recordedLead } from './support/leads-of-phone.ts';
import { expect, test } from './support/visitor.ts';

test('a browser killed in the middle of a call sends the recording at its next visit', async ({
  profile,
  phone,
  visit,
  request,
}) => {
  const call = await visit({ pauseS: 1, profile });
  await call.talks(phone, 4);
  const startedAtMs = Date.now();
  await killBrowser(profile);

  const again = await visit({ profile });
  const lead = await recordedLead(request, phone);
  const { durationS, visitor } = await storedConversation(request, lead);
  expect(durationS).toBeGreaterThan(2);
  expect(durationS).toBeLessThan(4 + (Date.now() - startedAtMs) / 1000);
  expect(visitor.segments.length).toBeGreaterThan(0);
  await test.step('and only once', async () => {
    const sent: string[] = [];
    again.page.on('request', (asked) => asked.method() === 'POST' && sent.push(asked.url()));
    await again.page.reload({ waitUntil: 'networkidle' });
    expect(sent).toEqual([]);
  });
});

/** Ends the whole browser at once, as a power cut does; its profile names its process. */
async function killBrowser(profile: string): Promise<void> {
  const lock = await readlink(path.join(profile, 'SingletonLock'));
  process.kill(Number(lock.split('-').at(-1)), 'SIGKILL');
}
