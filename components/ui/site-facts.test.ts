import { expect, onTestFinished, test, vi } from 'vitest';
import { siteFactsStore } from './site-facts';

test('a failed request is retried, and the facts that come are shown', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => void vi.unstubAllGlobals());
  const answers = [new Response(null, { status: 502 }), Response.json({ voice: 'Dilfuza', chat: true })];
  const fetch = vi.fn(async () => answers.shift());
  vi.stubGlobal('fetch', fetch);
  siteFactsStore.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(siteFactsStore.get()).toMatchObject({ voice: 'Ovoz', chat: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(siteFactsStore.get()).toMatchObject({ voice: 'Dilfuza', chat: true });
  expect(fetch).toHaveBeenCalledTimes(2);
});
