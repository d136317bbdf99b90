import { expect, test as base, type BrowserContext } from '@playwright/test';

const messagePrefix = 'policy:';

/** Collects violations of the Content-Security-Policy and React's errors in a browser context, from its next page on. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  context.on('console', (message) => {
    if (message.text().startsWith(messagePrefix)) violations.push(message.text());
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    // Hydration failed, or a component threw.
    if (message.includes('React error')) violations.push(message);
  });
  await context.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(prefix, event.effectiveDirective, event.blockedURI, event.sample);
    });
  }, messagePrefix);
  return violations;
}

/** A test that fails if a page violates its policy or React reports an error. */
export const test = base.extend<{ violations: string[] }>({
  violations: [
    async ({ context }, provide) => {
      const violations = await watchPolicy(context);
      await provide(violations);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
