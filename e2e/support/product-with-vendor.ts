import { testEnvironment } from '../../scripts/test/environment.ts';
import { type OwnProduct, startLimitMs, startOwnProduct } from '../../scripts/test/product-under-test.ts';
import { formatPhone } from '../../lib/phone.ts';
import { newPhone } from './api.ts';
import { startOpenAiServer, type OpenAiServer } from './openai-server.ts';
import { test as base } from './visitor.ts';

/** Settings of a web app or a product that use this server as vendor, notice receiver and trace collector. */
export function vendorSettings({ url }: OpenAiServer): Record<string, string> {
  return {
    OPENAI_BASE_URL: url,
    STT_PROVIDER: 'openai',
    LLM_MODEL: 'scripted',
    NOTICE_WEBHOOK_URL: new URL('/notices', url).href,
    NOTICE_WEBHOOK_SECRET: 'a secret of these tests',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', url).href,
  };
}

interface VendorFixtures {
  vendor: OpenAiServer;
  /** A separate product whose recogniser and language model are the vendor's. */
  product: OwnProduct;
}

/** Longer than the limit of a start, so that a late start fails with its own message. */
export const productTimeoutMs = startLimitMs + 30_000;

/** Provides a separate product with its own temporary data folder, and stops it afterwards. */
export async function provideOwnProduct(
  settings: Record<string, string>,
  provide: (product: OwnProduct) => Promise<void>,
): Promise<void> {
  const product = await startOwnProduct({ ...testEnvironment(), ...settings });
  await provide(product);
  await product.stop();
}

/** All visitors and pages of these tests use the separate product. */
export const test = base.extend<object, VendorFixtures>({
  vendor: [
    async ({}, provide) => {
      const vendor = await startOpenAiServer();
      await provide(vendor);
      vendor.stop();
    },
    { scope: 'worker' },
  ],

  product: [
    ({ vendor }, provide) => provideOwnProduct(vendorSettings(vendor), provide),
    { scope: 'worker', timeout: productTimeoutMs },
  ],

  baseURL: ({ product }, provide) => provide(product.url),
  // The leads are deleted with the product.
  phone: ({}, provide) => provide(formatPhone(newPhone())),
});

export { expect } from '@playwright/test';
