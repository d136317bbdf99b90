import { initializeLogger, llm } from '@livekit/agents';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LoopbackVendor, type LoopbackSettings } from '../testing/loopback-vendor.ts';
import { FallbackModel } from './language-model.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

async function vendor(settings: Partial<LoopbackSettings> = {}): Promise<LoopbackVendor> {
  const started = await new LoopbackVendor({ firstTokenMs: 1, tokensPerS: 2_000, ...settings }).start();
  onTestFinished(() => started.close());
  return started;
}

async function answer(model: FallbackModel): Promise<string> {
  const chatCtx = new llm.ChatContext();
  chatCtx.addMessage({ role: 'user', content: 'Salom' });
  return (await model.chat({ chatCtx }).collect()).text;
}

const limits = { firstTokenMs: 300, stallMs: 300 };

describe('language models in a row', () => {
  it.each(['m:500', 'm:429', 'm:401', 'm:hang', 'm:empty', 'm:garbage', 'm:slow'])(
    'leave %s for the next one, at once on the following turns',
    async (first) => {
      const { url, asked } = await vendor({ firstTokenMs: first === 'm:slow' ? 100 : 1 });
      const model = new FallbackModel(
        [
          { model: first, baseUrl: url },
          { model: 'm', baseUrl: url },
        ],
        limits,
      );
      expect(await answer(model)).toContain('rahmat');
      expect(await answer(model)).toContain('rahmat');
      expect(asked.map((each) => each.model)).toEqual([first, 'm', 'm']);
    },
  );

  it('give an empty reply without an error where nobody has words: the script speaks then', async () => {
    const { url } = await vendor();
    const model = new FallbackModel(
      [
        { model: 'm:500', baseUrl: url },
        { model: 'm:empty', baseUrl: url },
      ],
      limits,
    );
    let errors = 0;
    model.on('error', () => errors++);
    for (let times = 0; times < 4; times++) expect(await answer(model)).toBe('');
    expect(errors).toBe(0);
  });

  it('keep what was said of a reply that is cut in its middle', async () => {
    const { url } = await vendor();
    const text = await answer(new FallbackModel([{ model: 'm:cut', baseUrl: url }], limits));
    expect(text).toMatch(/^Tushundim/);
    expect(text).not.toContain('deysiz');
  });

  it('end a reply that does not end', async () => {
    const { url } = await vendor();
    const model = new FallbackModel([{ model: 'm:endless', baseUrl: url }], { ...limits, maxChars: 200 });
    expect((await answer(model)).length).toBeLessThan(220);
  });
});
