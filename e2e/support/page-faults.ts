import { expect, test as base, type BrowserContext } from '@playwright/test';

const messagePrefix = 'policy:';

/** Collects violations of the Content-Security-Policy and React's errors in a browser context, from its next page on. */
export async function watchPageFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.text().startsWith(messagePrefix)) faults.push(message.text());
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    // React's own errors, such as a failed hydration. An error that a component throws has its own message.
    if (message.includes('React error')) faults.push(message);
  });
  await context.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(prefix, event.effectiveDirective, event.blockedURI, event.sample);
    });
  }, messagePrefix);
  return faults;
}

/** A test that fails if a page violates its Content-Security-Policy or React itself fails. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ context }, provide) => {
      const faults = await watchPageFaults(context);
      await provide(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
