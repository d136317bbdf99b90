import type { Locator } from 'playwright';
import type { Story, Visit } from '../camera.ts';
import { openHome } from './home.ts';

const placeS = 3;
const restMs = 25 * 60_000;

function sectionOf({ page, words }: Visit, title: 'demo_tts_title' | 'demo_stt_title'): Locator {
  return page.getByRole('region', { name: words[title], exact: true });
}

/** As after a success: the cookie that components/demos/rate-limit.ts writes. */
async function rest({ page }: Visit, cookie: 'ovoz_tts_limit' | 'ovoz_stt_limit'): Promise<void> {
  await page.evaluate(
    ([name, until]) => {
      document.cookie = `${name}=${until}; path=/`;
    },
    [cookie, String(Date.now() + restMs)],
  );
}

export const tts: Story = {
  name: 'tts',
  async tell(visit) {
    const { page, words, take } = visit;
    await openHome(visit);
    const section = sectionOf(visit, 'demo_tts_title');
    await section.getByRole('button', { name: words.tts_convert }).click();
    await page.getByText(words.alert_enter_text).waitFor();
    await take('toast-error');
    await section.getByRole('textbox').fill('a'.repeat(5001));
    await take('tts-too-long', section);
    await section.getByRole('button', { name: words.tts_example_2 }).click();
    await take('tts-example', section);
    await section.getByRole('button', { name: words.tts_convert }).click();
    await section.getByText(words.tts_generating).waitFor();
    await take('tts-generating', section);
    await section.getByRole('button', { name: words.tts_pause }).click();
    await section.getByRole('slider').fill(String(placeS));
    await take('tts-paused', section);
    await rest(visit, 'ovoz_tts_limit');
    await section.getByRole('textbox').fill('Salom, dunyo!');
    await section.getByRole('timer').waitFor();
    await take('tts-resting', section);
  },
};

export const sttOff: Story = {
  name: 'stt-off',
  async tell(visit) {
    await openHome(visit);
    const section = sectionOf(visit, 'demo_stt_title');
    await section.getByText(visit.words.stt_not_set_up).waitFor();
    await visit.take('stt-not-set-up', section);
  },
};

/** What a server answers that has a vendor for recognition. */
async function recognise({ page }: Visit): Promise<void> {
  const text = 'Assalomu alaykum! Mening ismim Aziz, Toshkentdan qoʻngʻiroq qilyapman.';
  await page.route('**/api/site', (route) =>
    route.fulfill({ json: { recognition: true, voice: 'muxlisa', chat: true } }),
  );
  await page.route('**/api/stt/transcribe', (route) => route.fulfill({ json: { text } }));
}

export const stt: Story = {
  name: 'stt',
  motion: true,
  async tell(visit) {
    const { page, words, take } = visit;
    await recognise(visit);
    await openHome(visit);
    const section = sectionOf(visit, 'demo_stt_title');
    const start = section.getByRole('button', { name: words.stt_start });
    await start.and(section.locator('[aria-disabled=false]')).waitFor();
    await take('stt-idle', section);
    await start.click();
    await section.getByText(/00:0[1-9]/).waitFor();
    await take('stt-listening', section);
    await section.getByRole('button', { name: words.stt_stop }).click();
    await section.getByRole('button', { name: words.stt_copy }).waitFor();
    await take('stt-complete', section);
    await section.getByRole('button', { name: words.stt_copy }).click();
    await page.getByText(words.stt_copied).or(page.getByText(words.stt_copy_failed)).waitFor();
    await take('toast-copied');
  },
};

export const sttDenied: Story = {
  name: 'stt-denied',
  microphone: 'denied',
  async tell(visit) {
    await recognise(visit);
    await openHome(visit);
    const section = sectionOf(visit, 'demo_stt_title');
    await section.getByRole('button', { name: visit.words.stt_start }).click();
    await section.getByRole('status').getByText(visit.words.status_mic_denied).waitFor();
    await visit.take('stt-denied', section);
  },
};
