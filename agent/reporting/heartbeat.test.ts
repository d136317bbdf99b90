import { afterEach, describe, expect, it, vi } from 'vitest';
import { type WorkerLoad, heartbeat, heartbeatEveryMs } from '../../lib/contracts/call-events.ts';
import { Heartbeat } from './heartbeat.ts';

afterEach(() => void vi.useRealTimers());

describe('the heartbeat', () => {
  it('reports a registered worker at once and every few seconds, and nothing without one', async () => {
    vi.useFakeTimers();
    const load: WorkerLoad = { workerId: 'AW_1', maxJobs: 16, taken: 3 };
    let isRegistered = false;
    const sent: unknown[] = [];
    const beats = new Heartbeat(
      () => (isRegistered ? load : undefined),
      async (report) => void sent.push(heartbeat.parse(report)),
    );
    await vi.advanceTimersByTimeAsync(heartbeatEveryMs * 2);
    expect(sent).toEqual([]);
    isRegistered = true;
    await beats.beat();
    expect(sent).toEqual([load]);
    await vi.advanceTimersByTimeAsync(heartbeatEveryMs * 2);
    expect(sent).toHaveLength(3);
    beats.stop();
    await vi.advanceTimersByTimeAsync(heartbeatEveryMs * 2);
    expect(sent).toHaveLength(3);
  });

  it('reports ten simultaneous changes in two requests, the second with the last state', async () => {
    const load: WorkerLoad = { workerId: 'AW_1', maxJobs: 16, taken: 0 };
    const sent: unknown[] = [];
    const beats = new Heartbeat(
      () => ({ ...load }),
      async (report) => void sent.push(heartbeat.parse(report)),
    );
    const all = Array.from({ length: 10 }, () => {
      load.taken++;
      return beats.beat();
    });
    await Promise.all(all);
    beats.stop();
    expect(sent).toEqual([
      { ...load, taken: 1 },
      { ...load, taken: 10 },
    ]);
  });

  it('names the last accepted id until the web app has accepted the new one', async () => {
    const load: WorkerLoad = { workerId: 'AW_1', maxJobs: 16, taken: 3 };
    const sent: unknown[] = [];
    let isRefused = false;
    const beats = new Heartbeat(
      () => load,
      async (report) => {
        sent.push(heartbeat.parse(report));
        if (isRefused) throw new Error('status 503');
      },
    );
    await beats.beat();
    Object.assign(load, { workerId: 'AW_2' });
    isRefused = true;
    await beats.beat();
    Object.assign(load, { workerId: 'AW_3' });
    isRefused = false;
    await beats.beat();
    await beats.beat();
    beats.stop();
    const counts = { maxJobs: 16, taken: 3 };
    expect(sent).toEqual([
      { ...counts, workerId: 'AW_1' },
      { ...counts, workerId: 'AW_2', before: 'AW_1' },
      { ...counts, workerId: 'AW_3', before: 'AW_1' },
      { ...counts, workerId: 'AW_3' },
    ]);
  });

  it('is retried soon while the web app is away', async () => {
    vi.useFakeTimers();
    const refuse = () => Promise.reject(new Error('refused'));
    const answers = [refuse, refuse, async () => undefined];
    const beats = new Heartbeat(
      () => ({ workerId: 'AW_1', maxJobs: 16, taken: 0 }),
      async () => answers.shift()?.(),
    );
    void beats.beat();
    await vi.advanceTimersByTimeAsync(heartbeatEveryMs / 2);
    expect(answers).toEqual([]);
    beats.stop();
  });
});
