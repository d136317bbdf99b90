import { expect } from '@playwright/test';
import { topics } from '../lib/contracts/interview.ts';
import { formatPhone } from '../lib/phone.ts';
import { smallRecognizers, startModelPublisher } from '../lib/server/testing/model-publisher.ts';
import type { OwnProduct } from '../scripts/test/product-under-test.ts';
import { newPhone } from './support/api.ts';
import { leadOf } from './support/lead-processing.ts';
import { leadsOf } from './support/leads-of-phone.ts';
import { ownProduct } from './support/product-with-vendor.ts';
import { learn, lendVoice, say } from './support/spoken-answers.ts';
import { test as base } from './support/visitor.ts';

/** A first start whose only settings name the source of its recognisers. The small ones write an "a" for each 200 ms of voice. */
const test = base.extend<object, { product: OwnProduct }>({
  product: [
    async ({}, provide) => {
      const publisher = await startModelPublisher(smallRecognizers());
      await ownProduct({ SPEECH_MODELS: 'auto', MODELS_URL: publisher.url }, provide);
      publisher.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, provide) => provide(product.url),
  // Its leads go with the product.
  phone: ({}, provide) => provide(formatPhone(newPhone())),
});

const answer = 'My name is Aziz, from Tashkent.';
const heard = /^[a ]+$/;

test("without a key a call's lead has the visitor's words and a summary", async ({
  visit,
  phone,
  request,
}) => {
  await learn(answer);
  const call = await visit({ language: 'uz', prepare: lendVoice });
  await call.call(phone);
  await call.isWithAgent();
  for (const { id } of topics) {
    await expect(call.captions).toContainText(call.strings[`agent_ask_${id}`]);
    await call.hasItsTurn();
    await say(call.page, [answer]);
  }
  await expect(call.status).toHaveText(call.strings.voice_chat_call_ended);
  await expect.poll(async () => (await leadsOf(request, phone))[0]?.processingStatus).toBe('completed');
  const [found] = await leadsOf(request, phone);
  const lead = await leadOf(request, found?._id ?? '');
  const said = lead.turns.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text);
  expect(said.length).toBeGreaterThanOrEqual(topics.length);
  for (const text of said) expect(text).toMatch(heard);
  expect(JSON.parse(lead.summary ?? '{}')).toMatchObject({
    ism: expect.stringMatching(heard),
    kasb: expect.stringMatching(heard),
    maqsad: expect.stringMatching(heard),
    ehtiyojlar: [expect.stringMatching(heard)],
  });
});
