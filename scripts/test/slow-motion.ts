import type { Page } from 'playwright';

declare global {
  interface Window {
    /** Sets the speed of performance.now(), by which scripts move what they move. */
    ovozSetSpeed?: (speed: number) => void;
  }
}

/** Runs in the page, before its scripts. */
export function prepareSlowMotion(): void {
  const realMs = performance.now.bind(performance);
  let from = { atMs: 0, realMs: 0, speed: 1 };
  performance.now = () => from.atMs + (realMs() - from.realMs) * from.speed;
  window.ovozSetSpeed = (speed) => (from = { atMs: performance.now(), realMs: realMs(), speed });
}

/** Slows what moves on the page, by script or style, so that a slow machine draws enough of its frames. */
export async function setSpeed(page: Page, speed: number): Promise<void> {
  await page.evaluate((next) => window.ovozSetSpeed?.(next), speed);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: speed });
}
