import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

interface Scope {
  /** A selector that limits the check to a part of the page. */
  within?: string;
  /** Checks only these rules. */
  rules?: string[];
}

/** Expects no violation of WCAG 2.2 AA or best practices that axe finds. */
export async function expectAccessible(page: Page, { within, rules }: Scope = {}): Promise<void> {
  // Otherwise axe opens a window to merge frames of other origins, which we do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // The one rule of WCAG 2.2 AA that axe leaves off.
  axe.options({ rules: { 'target-size': { enabled: true } } });
  if (within !== undefined) axe.include(within);
  if (rules !== undefined) axe.withRules(rules);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

/** Checks both colour schemes; for the second one only colours. */
export async function expectAccessibleByDayAndNight(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, { within });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { within, rules: ['color-contrast', 'link-in-text-block'] });
}

/** Names the visible controls without an edge: in forced colours, only the edge shows a button. */
export function controlsWithoutEdge(controls: Locator): Promise<(string | null)[]> {
  return controls.evaluateAll((elements) =>
    elements
      .filter((control) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(control);
        return control.checkVisibility() && (borderTopStyle !== 'solid' || parseFloat(borderTopWidth) < 1);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );
}

/** At 400 % zoom, in forced colours, with reduced motion: nothing is cut off, and every control has an edge and is reachable. */
export async function expectUsableAtExtremes(panel: Locator): Promise<void> {
  const page = panel.page();
  const size = page.viewportSize();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const controls = panel.locator('button, select, input');
  for (const control of await controls.all()) {
    // A caption that arrives meanwhile moves the controls, so each try scrolls again.
    await expect(async () => {
      await control.scrollIntoViewIfNeeded();
      await expect(control).toBeInViewport({ ratio: 1, timeout: 500 });
    }).toPass();
  }
  expect(await controlsWithoutEdge(controls)).toEqual([]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.emulateMedia({ forcedColors: 'none' });
  if (size) await page.setViewportSize(size);
}
