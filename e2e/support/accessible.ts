import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Scope {
  /** A selector, where only a part of the page is asked about. */
  within?: string;
  /** These rules alone. */
  rules?: string[];
}

/** No violation that axe knows of, WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page, { within, rules }: Scope = {}): Promise<void> {
  // Otherwise axe opens a window of its own to sum up frames of other origins, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  if (rules !== undefined) axe.withRules(rules);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

/** The same in both colour schemes; the second can break nothing but colours. */
export async function expectAccessibleByDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { rules: ['color-contrast', 'link-in-text-block'] });
}
