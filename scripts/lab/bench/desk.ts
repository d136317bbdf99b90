/** npm run bench:desk: thirty leads processed only by keyboard, without reading pauses, on a product of its own. */
import { loadavg } from 'node:os';
import pg from 'pg';
import type { Page } from 'playwright';
import { launchBrowser } from '../../browser.ts';
import { startOwnProduct } from '../../test/product-under-test.ts';
import { makeLeads } from './leads/ten-thousand.ts';
import { percentile } from './timing.ts';

const leadCount = 30;
const widths = [1440, 800];

/** Processes a lead. Returns the number of keys. */
async function processLead(page: Page, number: number): Promise<number> {
  const row = page.locator('article:focus');
  await row.getByRole('textbox', { name: 'Note' }).waitFor();
  const isNoted = number % 3 === 1;
  const isPlanned = number % 3 === 2;
  const note = 'Wants the prices, ask for Aziz';
  if (isNoted) {
    await page.keyboard.press('n');
    await page.keyboard.type(note);
    await page.keyboard.press('Escape');
  }
  if (isPlanned) {
    await page.keyboard.press('a');
    await page.keyboard.type('12012026');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1000AM');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('2');
  return 1 + (isNoted ? note.length + 2 : 0) + (isPlanned ? 17 : 0);
}

async function processAll(page: Page, baseUrl: string, isBeside: boolean): Promise<void> {
  await page.goto(`${baseUrl}/en/admin/leads?mark=to_call&sort=oldest`);
  await page.getByRole('button', { name: new RegExp(`^To call\\s*${leadCount}$`) }).waitFor();
  const beganMs = performance.now();
  const timesMs: number[] = [];
  let keys = 0;
  for (let number = 0; number < leadCount; number++) {
    const leadBeganMs = performance.now();
    await page.keyboard.press('j');
    keys++;
    // Beside the list, the next lead opens as the keys reach it.
    if (number === 0 || !isBeside) {
      await page.keyboard.press('Enter');
      keys++;
    }
    keys += await processLead(page, number);
    timesMs.push(performance.now() - leadBeganMs);
  }
  const seconds = (performance.now() - beganMs) / 1000;
  const [half, most] = [0.5, 0.95].map((share) => percentile(timesMs, share).toFixed(0));
  console.log(
    `  ${leadCount} leads in ${seconds.toFixed(1)} s, ${keys} keys; a lead ${half} ms median, ${most} ms p95`,
  );
}

const product = await startOwnProduct(process.env);
const pool = new pg.Pool({ connectionString: product.settings.DATABASE_URL });
const browser = await launchBrowser();
try {
  await makeLeads(pool, 'none', 0, leadCount);
  for (const width of widths) {
    console.log(`\n${width} px wide; load ${loadavg()[0]?.toFixed(1)}`);
    await pool.query(`UPDATE "Lead" SET "mark" = 'to_call', "note" = '', "nextAt" = NULL`);
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await processAll(page, product.url, width >= 1100);
    await page.getByRole('button', { name: /^Called\s*30$/ }).waitFor();
    const { rows } = await pool.query(
      `SELECT count(*) FILTER (WHERE "mark" = 'called')::int AS called, count(*) FILTER (WHERE "note" <> '')::int AS noted,
         count("nextAt")::int AS planned FROM "Lead"`,
    );
    console.log('  in the database:', rows[0]);
    await page.close();
  }
} finally {
  await browser.close();
  await pool.end();
  await product.stop();
}
process.exit(0);
