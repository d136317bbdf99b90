import type { Page } from 'playwright';
import { hrefIn } from '../../../lib/i18n/routing.ts';
import type { Lead } from '../../../lib/contracts/leads.ts';
import { startWebApp } from '../../../e2e/support/web-app.ts';
import type { Story } from '../camera.ts';

const listRequest = /\/api\/leads(\?|$)/;

/** A lead in every state that a list can show. */
const inEveryState: Partial<Lead>[] = [
  { processingStatus: 'pending' },
  { processingStatus: 'processing' },
  { processingStatus: 'failed', processingError: 'The speech service did not answer in time.' },
  {
    processingStatus: 'completed',
    mark: 'called',
    summary: JSON.stringify({
      ism: 'Aziza Karimova',
      kasb: 'Doʻkon egasi',
      maqsad: 'Buyurtmalarni telefonda qabul qilish',
      asosiy_mavzular: ['narxlar', 'ish vaqti', 'oʻzbek va rus tillari'],
      ehtiyojlar: ['kuniga 200 qoʻngʻiroq', 'CRM bilan bogʻlash'],
      keyingi_qadamlar: ['narxlar jadvalini yuborish', 'payshanba kuni qayta qoʻngʻiroq qilish'],
    }),
    transcription: 'Agent: Ismingiz nima?\nMijoz: Aziza.',
  },
];

const lead: Lead = {
  _id: '',
  phoneNumber: '+998901234567',
  createdAt: '2026-11-21T09:03:00.000Z',
  duration: 65,
  audioSize: 1_310_720,
  processingStatus: 'completed',
  hasAudio: false,
  turns: [],
  missing: [],
  mark: 'to_call',
  note: '',
};

async function openLeads(page: Page, language: Parameters<typeof hrefIn>[0]): Promise<void> {
  await page.goto(hrefIn(language, '/admin/leads'));
  await page.evaluate(() => document.fonts.ready);
}

let visitors = 0;

/** The list without leads, out of reach, and with one in each state, as a server answers it. */
export const leadStates: Story = {
  name: 'leads-states',
  async tell({ page, language, words, take }) {
    let answer: { status?: number; json: object } = { json: { leads: [] } };
    await page.route(listRequest, (route) => route.fulfill(answer));
    await page.route(/\/api\/leads\/lead-\d+$/, (route) => route.fulfill({ json: {} }));
    await openLeads(page, language);
    await page.getByText(words.leads_empty, { exact: true }).waitFor();
    await take('leads-empty');
    answer = { status: 500, json: { detail: 'out of reach', code: 'internal' } };
    await openLeads(page, language);
    await page.getByRole('button', { name: words.leads_retry }).waitFor();
    await take('leads-error');
    answer = { json: { leads: inEveryState.map((state, i) => ({ ...lead, ...state, _id: `lead-${i}` })) } };
    await openLeads(page, language);
    await page.getByRole('article').last().waitFor();
    await take('leads-in-every-state', 'whole page');
    await page.getByRole('article').first().getByRole('button', { name: words.leads_delete }).click();
    await page.getByRole('dialog').waitFor();
    await take('leads-delete');
  },
};

/** The real leads of the calls before. */
export const leads: Story = {
  name: 'leads',
  async tell({ page, language, words, take }) {
    await openLeads(page, language);
    const first = page.getByRole('article').first();
    await first.getByRole('slider', { name: words.leads_position }).waitFor();
    await take('leads-list');
    for (const details of await first.locator('summary').all()) await details.click();
    await take('leads-card', first);
  },
};

export const signIn: Story = {
  name: 'sign-in',
  async tell({ page, language, words, take }) {
    const guarded = await startWebApp({ ADMIN_PASSWORD: 'a password for these pictures' });
    try {
      // Wrong passwords are counted by address.
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${++visitors}` });
      await page.goto(`${guarded.url}${hrefIn(language, '/admin/leads')}`);
      await page.locator('input[type=password]').fill('not this one');
      await take('sign-in');
      await page.keyboard.press('Enter');
      await page.getByText(words.error_wrong_password).waitFor();
      await take('sign-in-refused');
    } finally {
      await guarded.stop();
    }
  },
};

export const locked: Story = {
  name: 'locked',
  async tell({ page, language, take }) {
    const open = await startWebApp({});
    try {
      await page.goto(`${open.url}${hrefIn(language, '/admin/leads')}`);
      await page.getByText('ADMIN_PASSWORD').waitFor();
      await take('locked');
    } finally {
      await open.stop();
    }
  },
};
