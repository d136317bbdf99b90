import type { ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { wasmEngine } from './wasm.ts';
import { forkWasm } from './wasm-host.ts';

const children: ChildProcess[] = [];
function fork() {
  const child = forkWasm();
  children.push(child);
  return child;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const request = { text: 'Salom, dunyo.', voice: 'uz', language: 'uz', signal: undefined } as const;
const long = 'Bugun havo ochiq va iliq boʻladi. '.repeat(100).trim();

async function lengthOf(samples: AsyncIterable<Int16Array>) {
  let length = 0;
  for await (const piece of samples) length += piece.length;
  return length;
}

describe('the npm build', () => {
  test('serves everybody from one process', async () => {
    const engine = wasmEngine(fork);
    const speeches = await Promise.all([1, 2, 3].map(() => engine.speak(request)));
    const lengths = await Promise.all(speeches.map(({ samples }) => lengthOf(samples)));
    expect(Math.min(...lengths)).toBeGreaterThan(20_000);
    expect(Math.max(...lengths)).toBeLessThan(25_000);
    expect(children).toHaveLength(1);
  });

  test('a short text is not kept waiting by a long one', async () => {
    const engine = wasmEngine(fork);
    const order: string[] = [];
    const speak = async (name: string, text: string) => {
      const { samples } = await engine.speak({ ...request, text });
      await lengthOf(samples);
      order.push(name);
    };
    await Promise.all([speak('long', long), speak('short', 'Ha.')]);
    expect(order).toEqual(['short', 'long']);
  });

  test('makes no more than what is taken', async () => {
    const engine = wasmEngine(fork);
    const { samples } = await engine.speak({ ...request, text: long });
    const asked = vi.spyOn(children[0] ?? fork(), 'send');
    for await (const piece of samples) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('stops with the reason of the signal, and goes on for others', async () => {
    const engine = wasmEngine(fork);
    const controller = new AbortController();
    const { samples } = await engine.speak({ ...request, text: long, signal: controller.signal });
    const speech = (async () => {
      for await (const piece of samples) {
        expect(piece.length).toBeGreaterThan(0);
        controller.abort(new Error('the visitor left'));
      }
    })();
    await expect(speech).rejects.toThrow('the visitor left');
    await expect(engine.speak({ ...request, signal: controller.signal })).rejects.toThrow('the visitor left');
    expect((await engine.speak(request)).sampleRateHz).toBe(22_050);
    expect(children).toHaveLength(1);
  });

  test('whoever waits for a process that dies is told, and the next one gets another', async () => {
    const engine = wasmEngine(fork);
    await engine.warm('uz');
    const speech = engine.speak({ ...request, text: long });
    children[0]?.kill('SIGKILL');
    await expect(speech).rejects.toMatchObject({ code: 'speech_failed' });
    expect(await lengthOf((await engine.speak(request)).samples)).toBeGreaterThan(10_000);
    expect(children).toHaveLength(2);
  });

  test('ends with the process that started it', async () => {
    const engine = wasmEngine(fork);
    await engine.warm('uz');
    const [child] = children;
    child?.disconnect();
    await vi.waitUntil(() => child?.exitCode === 0, { timeout: 5000 });
  });
});
