import type { Locator } from 'playwright';
import { cooldownKey } from '../../../lib/contracts/cooldown.ts';
import { hrefIn } from '../../../lib/i18n/routing.ts';
import type { Story, Visit } from '../camera.ts';

const cooldownLeftMs = 29 * 60_000;

let calls = 0;

/** A number of its own for each call: the server lets nobody call again at once. */
function nextPhone(): string {
  calls += 1;
  return `90${String(1_234_567 + calls).padStart(7, '0')}`;
}

/** From the hero's button to the panel. */
export async function callFrom(
  { page, words }: Pick<Visit, 'page' | 'words'>,
  phone = nextPhone(),
): Promise<Locator> {
  await page.getByRole('button', { name: words.hero_call }).click();
  await page.getByRole('textbox', { name: words.phone_label }).pressSequentially(phone);
  await page.getByRole('button', { name: words.phone_submit }).click();
  return page.getByRole('dialog', { name: words.voice_chat_title });
}

async function open({ page, language }: Visit): Promise<void> {
  await page.goto(hrefIn(language, '/'));
  await page.evaluate(() => document.fonts.ready);
}

export const call: Story = {
  name: 'call',
  motion: true,
  async tell(visit) {
    const { page, words, take } = visit;
    await open(visit);
    const panel = await callFrom(visit);
    await panel.getByRole('status').getByText(words.voice_chat_agent_connected).waitFor();
    await panel.getByRole('region', { name: words.voice_chat_captions }).getByText('Ovoz').first().waitFor();
    await panel.getByText(/0:0[4-9]/).waitFor();
    await take('call-with-agent');
    await panel.getByRole('button', { name: words.voice_chat_mute }).click();
    await panel.getByText(words.voice_chat_muted).waitFor();
    await take('call-muted');
    await panel.getByRole('button', { name: words.voice_chat_end }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.evaluate(([key, until]) => sessionStorage.setItem(key, until), [
      cooldownKey,
      String(Date.now() + cooldownLeftMs),
    ] as const);
    const again = await callFrom(visit);
    await again.getByRole('timer').waitFor();
    await take('call-cooldown');
  },
};

export const callOnTheWay: Story = {
  name: 'call-on-the-way',
  async tell(visit) {
    const { page, words, take } = visit;
    await open(visit);
    let answer: (status: number) => void = () => undefined;
    const status = new Promise<number>((resolve) => (answer = resolve));
    await page.route('**/api/get-token', async (route) => route.fulfill({ status: await status, json: {} }));
    const panel = await callFrom(visit);
    await panel.getByRole('status').getByText(words.voice_chat_connecting).waitFor();
    await take('call-connecting');
    answer(500);
    await panel.getByRole('status').getByText(words.voice_chat_connection_error).waitFor();
    await take('call-failed');
  },
};

export const callDenied: Story = {
  name: 'call-denied',
  microphone: 'denied',
  async tell(visit) {
    await open(visit);
    const panel = await callFrom(visit);
    await panel.getByRole('status').getByText(visit.words.voice_chat_mic_permission_needed).waitFor();
    await visit.take('call-denied');
  },
};
