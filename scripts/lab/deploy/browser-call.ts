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
  const status = panelOf(visit).getByRole('status');
  const expectAgent = () =>
    expect(status).toHaveText(visit.words.voice_chat_agent_connected, { timeout: 60_000 });
  await expectAgent();
  await talk((seconds) => untilTalked(visit, seconds));
  // On a slow machine the interview is complete by now, and the agent has ended the call.
  if ((await status.textContent()) !== visit.words.voice_chat_call_ended) {
    await expectAgent();
    await press(visit, 'voice_chat_end');
  }
  await untilSent(visit);
}
