import { LoopbackVendor } from '../../agent/testing/loopback-vendor.ts';
import { formatPhone } from '../../lib/phone.ts';
import { newPhone } from './api.ts';
import type { CallPanel } from './call-panel.ts';
import type { OwnProduct } from '../../scripts/test/product-under-test.ts';
import { type OpenAiServer, startOpenAiServer } from './openai-server.ts';
import { productTimeoutMs, provideOwnProduct, vendorSettings } from './product-with-vendor.ts';
import { speak } from './spoken-answers.ts';
import { test as base } from './visitor.ts';

interface ConversationFixtures {
  /** A language model, a recogniser and a voice. */
  vendor: LoopbackVendor;
  /** Receives the notices and the traces. */
  collector: OpenAiServer;
  /** A separate product that uses the loopback vendor for model, recogniser and voice. */
  product: OwnProduct;
}

/** All visitors and pages of these tests use the separate product. */
export const test = base.extend<object, ConversationFixtures>({
  vendor: [
    async ({}, provide) => {
      const vendor = await new LoopbackVendor().start();
      await provide(vendor);
      await vendor.close();
    },
    { scope: 'worker' },
  ],

  collector: [
    async ({}, provide) => {
      const collector = await startOpenAiServer();
      await provide(collector);
      collector.stop();
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ vendor, collector }, provide) => {
      const settings = {
        ...vendorSettings(collector),
        OPENAI_BASE_URL: vendor.url,
        LLM_MODEL: 'loopback',
        TTS_PROVIDER: 'openai',
      };
      await provideOwnProduct(settings, provide);
    },
    { scope: 'worker', timeout: productTimeoutMs },
  ],

  baseURL: ({ product }, provide) => provide(product.url),
  // The leads are deleted with the product.
  phone: ({}, provide) => provide(formatPhone(newPhone())),
});

/** The visitor says a sentence, and the vendor recognises it. */
export async function visitorSays(call: CallPanel, vendor: LoopbackVendor, text: string): Promise<void> {
  vendor.settings.transcripts = [text];
  await speak(call.page, [text]);
}

/** The model's tool call that saves an answer. */
export function saveAnswerCall(topic: string, value: string) {
  return { name: 'save_answer', args: { answers: [{ topic, value }] } };
}
