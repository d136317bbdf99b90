import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { decodeBlocks } from '../../lib/server/audio/decode.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { speechSegments } from '../../lib/server/audio/analysis.ts';
import { startTestCall } from '../testing/test-call.ts';
import { CallCopy } from './call-copy.ts';

it('the copy of a call has the agent’s question, then the visitor’s answer, then the agent’s reply', async (test) => {
  const { expect, onTestFinished } = test;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sound.ogg');
  const begin = async () => file;
  const copy = new CallCopy({ begin, room: 'room', isVisitorThere: async () => true });
  const call = await startTestCall(test, { model: () => ({ text: 'Nice to meet you.' }), copy });
  await call.untilHeard(messagesOf.en.agent_ask_name);
  await call.say('Aziz');
  await call.untilHeard('Nice to meet you.');
  await copy.close();

  const blocks = await Array.fromAsync(decodeBlocks(await readFile(file), { maxDurationS: 60 }));
  const [visitor = [], agent = []] = [0, 1].map((channel) =>
    speechSegments(joinSamples(blocks.flatMap((block) => block[channel] ?? [])), { padS: 0 }),
  );
  const [answer, ...others] = visitor;
  expect(others).toEqual([]);
  expect((answer?.toS ?? 0) - (answer?.fromS ?? 0)).toBeGreaterThan(0.5);
  const before = agent.filter(({ toS }) => toS <= (answer?.fromS ?? 0));
  const after = agent.filter(({ fromS }) => fromS >= (answer?.toS ?? Infinity));
  expect([before.length > 0, after.length]).toEqual([true, 1]);
  expect(before.length + after.length).toBe(agent.length);
});
