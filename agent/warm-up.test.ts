import { expect, it, onTestFinished, vi } from 'vitest';
import { ensureCopyThread } from './recording/copy-writer.ts';
import { log } from '../lib/server/platform/log.ts';
import { warmUp } from './warm-up.ts';

it('the thread of the copies is started although the media server does not answer', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  let threads = 0;
  process.on('worker', () => threads++);
  await warmUp({ url: 'ws://127.0.0.1:1', key: 'key', secret: 'secret' });
  onTestFinished(async () => void (await ensureCopyThread().terminate()));
  expect(warn).toHaveBeenCalledWith('agent_not_warmed_up', {}, expect.any(Error));
  await expect.poll(() => threads).toBe(1);
});
