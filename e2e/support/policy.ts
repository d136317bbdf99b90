import { expect, test as base, type BrowserContext } from '@playwright/test';

const mark = 'policy:';

/** Collects violations of the Content-Security-Policy and React's errors on all pages of a browser context from now on. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  context.on('console', (message) => message.text().startsWith(mark) && refused.push(message.text()));
  context.on('weberror', (error) => {
    const { message } = error.error();
    // Hydration failed, or a component threw.
    if (message.includes('React error')) refused.push(message);
  });
  await context.addInitScript((begin) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(begin, event.effectiveDirective, event.blockedURI, event.sample);
    });
  }, mark);
  return refused;
}

/** A test that fails if a page violates its policy or is not what React expects. */
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
