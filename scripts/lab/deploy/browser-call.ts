import { chromium, expect } from '@playwright/test';
import { browserOptions } from '../../browser.ts';
import { panelOf, press, startCall, untilSent, untilTalked, visitOf } from '../visit.ts';

/** Waits until the call's clock shows this many seconds. */
export type UntilClock = (seconds: number) => Promise<void>;

/** Holds a call on a deployment in a browser, whose microphone plays the WAV file. */
export async function holdCall(
  url: string,
  talk: (untilClock: UntilClock) => Promise<void>,
  wav?: string,
): Promise<void> {
  await using browser = await chromium.launch(browserOptions({ wav }));
  const context = await browser.newContext({ permissions: ['microphone'] });
  const visit = visitOf(await context.newPage());
  await visit.page.goto(`${url}/en`);
  await startCall(visit);
  const expectAgent = () =>
    expect(panelOf(visit).getByRole('status')).toHaveText(visit.words.voice_chat_agent_connected, {
      timeout: 60_000,
    });
  try {
    await expectAgent();
    await talk((seconds) => untilTalked(visit, seconds));
    await expectAgent();
    await press(visit, 'voice_chat_end');
    await untilSent(visit);
  } catch (cause) {
    const shown = await visit.page.locator('body').innerText();
    throw new Error(`A call failed; its page showed:\n${shown}`, { cause });
  }
}
