import { expect, test as base, type BrowserContext } from '@playwright/test';

const mark = 'policy:';

/** Collects violations of the Content-Security-Policy and uncaught errors on all pages of a browser context from now on. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  context.on('console', (message) => message.text().startsWith(mark) && refused.push(message.text()));
  // A failed hydration is one.
  context.on('weberror', (error) => refused.push(error.error().message));
  await context.addInitScript((begin) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(begin, event.effectiveDirective, event.blockedURI, event.sample);
    });
  }, mark);
  return refused;
}

/** A test that fails if a page violates its policy or throws. */
export const test = base.extend<{ refused: string[] }>({
  refused: [
    async ({ context }, provide) => {
      const refused = await watchPolicy(context);
      await provide(refused);
      expect(refused).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
