import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { browserOptions } from '../../e2e/support/browser.ts';
import { writeSpokenWav } from '../../e2e/support/spoken-wav.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';

const language = 'en';
const size = { width: 1280, height: 800 };
const phone = '901234567';
/** The agent has its say in the pauses of a visitor who says the same again and again. */
const pauseS = 8;
const interviewLimitMs = 150_000;

/** The pictures of the README: a whole call with the agent, and the lead that comes of it. Takes a running product. */
async function readmePictures(baseUrl: string, folder: string): Promise<void> {
  const voices = await mkdtemp(path.join(os.tmpdir(), 'ovoz-voice-'));
  const wav = path.join(voices, 'visitor.wav');
  await writeSpokenWav(wav, language, pauseS);
  const browser = await chromium.launch(browserOptions({ wav }));
  try {
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: size,
      timezoneId: 'Asia/Tashkent',
    });
    const page = await context.newPage();
    const words = messagesOf[language];
    await page.goto(`/${language}`);
    await page.getByRole('button', { name: words.hero_call }).click();
    await page.getByRole('textbox', { name: words.phone_label }).pressSequentially(phone);
    await page.getByRole('button', { name: words.phone_submit }).click();
    const panel = page.getByRole('dialog', { name: words.voice_chat_title });
    await panel.getByText(/0:1[5-9]/).waitFor();
    await panel.getByText(words.voice_chat_agent_speaking).waitFor();
    // Typing has brought the form into view; the picture begins with the page.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await page.screenshot({ path: path.join(folder, 'call.png') });
    await panel.getByText(words.voice_chat_call_ended).waitFor({ timeout: interviewLimitMs });
    await page.goto(`/${language}/admin/leads`);
    const lead = page.getByRole('article', { name: '+998 90 123 45 67' }).first();
    await lead.getByRole('heading').getByRole('button').click();
    await lead.getByText(words.leads_status_completed, { exact: true }).last().waitFor({ timeout: 60_000 });
    await lead.getByRole('slider', { name: words.leads_position }).waitFor();
    await lead.getByText(words.leads_conversation).first().waitFor();
    await page.screenshot({ path: path.join(folder, 'leads.png') });
  } finally {
    await browser.close();
    await rm(voices, { recursive: true });
  }
}

if (!process.env.BASE_URL) throw new Error('BASE_URL names a running product.');
await readmePictures(process.env.BASE_URL, path.join(import.meta.dirname, '../../docs/images'));
