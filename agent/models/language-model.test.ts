import { initializeLogger, llm } from '@livekit/agents';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LoopbackVendor, type LoopbackSettings } from '../testing/loopback-vendor.ts';
import { LanguageModel, type ModelUse } from './language-model.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

async function vendor(settings: Partial<LoopbackSettings> = {}): Promise<LoopbackVendor> {
  const started = await new LoopbackVendor({ firstTokenMs: 1, tokensPerS: 2_000, ...settings }).start();
  onTestFinished(() => started.close());
  return started;
}

async function replyText(model: LanguageModel): Promise<string> {
  const chatCtx = new llm.ChatContext();
  chatCtx.addMessage({ role: 'user', content: 'Salom' });
  return await model.text({ chatCtx, signal: new AbortController().signal });
}

/** A vendor that neither hangs nor is slow answers sooner, even on a busy machine. */
const limits = { firstTokenMs: 10_000, stallMs: 10_000 };
/** A vendor that hangs or is slow takes longer than this. */
const shortLimits = { firstTokenMs: 1_500, stallMs: 1_500 };

describe('language models in order of fallback', () => {
  it.each(['m:500', 'm:429', 'm:401', 'm:hang', 'm:empty', 'm:garbage', 'm:slow'])(
    'fall back from %s to the next one, and start with that one in the following turns',
    async (first) => {
      const isLate = first === 'm:hang' || first === 'm:slow';
      const { url, requests } = await vendor({ firstTokenMs: first === 'm:slow' ? 300 : 1 });
      const model = new LanguageModel(
        [
          { model: first, baseUrl: url },
          { model: 'm', baseUrl: url },
        ],
        isLate ? shortLimits : limits,
      );
      expect(await replyText(model)).toContain('rahmat');
      expect(await replyText(model)).toContain('rahmat');
      expect(requests.map((each) => each.model)).toEqual([first, 'm', 'm']);
    },
  );

  it('give an empty reply without an error if no model has words', async () => {
    const { url } = await vendor();
    const model = new LanguageModel(
      [
        { model: 'm:500', baseUrl: url },
        { model: 'm:empty', baseUrl: url },
      ],
      limits,
    );
    for (let times = 0; times < 4; times++) expect(await replyText(model)).toBe('');
  });

  it('wait for a tool call that takes longer than a stall, because its parts arrive', async () => {
    const call = { name: 'end_call', args: { reason: 'finished' } };
    const { url, requests } = await vendor({ reply: () => ({ text: 'Rahmat!', calls: [call] }) });
    const model = new LanguageModel([{ model: 'm:slow_tool', baseUrl: url }], shortLimits);
    const pieces = await Array.fromAsync(
      model.reply({ chatCtx: llm.ChatContext.empty(), signal: new AbortController().signal }),
    );
    expect(pieces.at(-1)).toMatchObject({ type: 'end', calls: [{ name: 'end_call' }] });
    expect(requests).toHaveLength(1);
  });

  it('retain the words of a reply that breaks off', async () => {
    const { url } = await vendor();
    const text = await replyText(new LanguageModel([{ model: 'm:cut', baseUrl: url }], limits));
    expect(text).toMatch(/^Tushundim/);
    expect(text).not.toContain('deysiz');
  });

  it('continue another vendor’s broken-off reply after its last whole word', async () => {
    const [first, second] = [await vendor(), await vendor()];
    const whole = 'Nice to meet you, Aziz. What is your profession?';
    let begun = '';
    first.settings.reply = () => ({ text: whole });
    second.settings.reply = ({ messages }) => {
      begun = String(messages.findLast(({ role }) => role === 'assistant')?.content);
      return { text: whole.slice(begun.length) };
    };
    const model = new LanguageModel(
      [
        { model: 'm:cut', baseUrl: first.url },
        { model: 'm', baseUrl: second.url },
      ],
      limits,
    );
    expect(await replyText(model)).toBe(whole);
    expect(begun).toMatch(/^Nice to meet you, .*\S$/);
    // The first one is skipped for a while after its failure.
    second.settings.reply = () => ({ text: whole });
    expect(await replyText(model)).toBe(whole);
    expect(first.requests).toHaveLength(1);
  });

  it('report the use of a request to its own call only, at the price of the model that replied', async () => {
    const { url } = await vendor();
    const shared = new LanguageModel(
      [
        { model: 'm:500', baseUrl: url, priceIn: 100, priceOut: 100 },
        { model: 'm', baseUrl: url, priceIn: 1, priceOut: 10 },
      ],
      limits,
    );
    const [ours, theirs]: [ModelUse[], ModelUse[]] = [[], []];
    const model = shared.forCall((use) => ours.push(use));
    shared.forCall((use) => theirs.push(use));
    await replyText(model);
    await expect.poll(() => ours).toHaveLength(1);
    const [use] = ours;
    expect(use).toMatchObject({ model: 'm', promptTokens: 100 });
    expect(use?.costUsd).toBeCloseTo((100 + 10 * (use?.completionTokens ?? 0)) / 1e6, 12);
    expect(theirs).toEqual([]);
  });

  it.each([
    ['m:401', { kind: 'key', detail: '401: loopback 401' }],
    ['m:empty', { kind: 'empty' }],
    ['m:cut', { kind: 'broken_off' }],
    ['m:hang', { kind: 'timeout' }],
  ])('report to a call the failure of %s', async (name, failure) => {
    const { url } = await vendor();
    const failures: unknown[] = [];
    const shared = new LanguageModel([{ model: name, baseUrl: url }], shortLimits);
    await replyText(
      shared.forCall(
        () => {},
        (model, failure) => failures.push([model, failure]),
      ),
    );
    expect(failures).toEqual([[name, failure]]);
  });

  it('fall back from a model that answers with dots to the next one', async () => {
    const { url } = await vendor({ reply: ({ model }) => ({ text: model === 'dots' ? '… 😊' : 'Rahmat.' }) });
    const vendors = ['dots', 'm'].map((name) => ({ model: name, baseUrl: url }));
    expect(await replyText(new LanguageModel(vendors, limits))).toBe('Rahmat.');
  });

  it('estimate the tokens of a reply that the caller aborts', async () => {
    const { url } = await vendor({ tokensPerS: 20 });
    const uses: ModelUse[] = [];
    const model = new LanguageModel([{ model: 'm', baseUrl: url }], limits, (use) => uses.push(use));
    const chatCtx = new llm.ChatContext();
    chatCtx.addMessage({ role: 'user', content: 'a'.repeat(300) });
    const hangUp = new AbortController();
    const reply = model.reply({ chatCtx, signal: hangUp.signal });
    await reply.next();
    hangUp.abort();
    await reply.next();
    await expect.poll(() => uses).toHaveLength(1);
    expect(uses[0]).toMatchObject({ model: 'm', promptTokens: 100, costUsd: undefined });
    expect(uses[0]?.completionTokens).toBeGreaterThan(0);
  });

  it('wait longer for the first word of a single vendor', async () => {
    const { url } = await vendor({ firstTokenMs: 3_000 });
    expect(await replyText(new LanguageModel([{ model: 'm', baseUrl: url }]))).toContain('rahmat');
  });

  it('end a reply that reaches `maxChars`', async () => {
    const { url } = await vendor();
    const model = new LanguageModel([{ model: 'm:endless', baseUrl: url }], { ...limits, maxChars: 200 });
    expect((await replyText(model)).length).toBeLessThan(220);
  });
});
