import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SideProcess } from '../../../platform/side-process.ts';
import { startWasm, wasmEngine } from './wasm.ts';

const processes: SideProcess[] = [];
function start(): SideProcess {
  const sideProcess = startWasm();
  processes.push(sideProcess);
  return sideProcess;
}

afterEach(() => {
  for (const sideProcess of processes.splice(0)) sideProcess.close();
});

const request = { text: 'Salom, dunyo.', voice: 'uz', language: 'uz', signal: undefined } as const;
const longText = 'Bugun havo ochiq va iliq boʻladi. '.repeat(40).trim();

async function lengthOf(samples: AsyncIterable<Int16Array>) {
  let length = 0;
  for await (const piece of samples) length += piece.length;
  return length;
}

describe('the npm build', () => {
  test('speaks several texts from one process', async () => {
    const engine = wasmEngine(start);
    const speeches = await Promise.all([1, 2, 3].map(() => engine.speak(request)));
    const lengths = await Promise.all(speeches.map(({ samples }) => lengthOf(samples)));
    expect(Math.min(...lengths)).toBeGreaterThan(20_000);
    expect(Math.max(...lengths)).toBeLessThan(25_000);
    expect(processes).toHaveLength(1);
  });

  test('does not delay a short text by a long one', async () => {
    const engine = wasmEngine(start);
    const order: string[] = [];
    const speak = async (name: string, text: string) => {
      const { samples } = await engine.speak({ ...request, text });
      await lengthOf(samples);
      order.push(name);
    };
    await Promise.all([speak('long', longText), speak('short', 'Ha.')]);
    expect(order).toEqual(['short', 'long']);
  });

  test('synthesizes at most one piece ahead of the reader', async () => {
    const engine = wasmEngine(start);
    const { samples } = await engine.speak({ ...request, text: longText });
    const requests = vi.spyOn(processes[0] ?? start(), 'ask');
    for await (const piece of samples) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(requests.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('stops with the reason of the signal, and still speaks other texts', async () => {
    const engine = wasmEngine(start);
    const controller = new AbortController();
    const { samples } = await engine.speak({ ...request, text: longText, signal: controller.signal });
    const speech = (async () => {
      for await (const piece of samples) {
        expect(piece.length).toBeGreaterThan(0);
        controller.abort(new Error('the visitor left'));
      }
    })();
    await expect(speech).rejects.toThrow('the visitor left');
    await expect(engine.speak({ ...request, signal: controller.signal })).rejects.toThrow('the visitor left');
    expect((await engine.speak(request)).sampleRateHz).toBe(22_050);
    expect(processes).toHaveLength(1);
  });

  test('fails for a text whose process dies, and speaks the next text with another process', async () => {
    const engine = wasmEngine(start);
    await engine.warm('uz');
    const speech = engine.speak({ ...request, text: longText });
    processes[0]?.close();
    await expect(speech).rejects.toMatchObject({ code: 'speech_failed' });
    expect(await lengthOf((await engine.speak(request)).samples)).toBeGreaterThan(10_000);
    expect(processes).toHaveLength(2);
  });
});
