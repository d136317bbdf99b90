/** npm run bench:leads: list, recordings and page with 10,000 leads, insights over 100,000 calls, on a product of its own. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { benchAudio } from './leads/audio.ts';
import { benchInsights } from './leads/insights.ts';
import { benchPage } from './leads/page.ts';
import { leadCount, makeLeads } from './leads/ten-thousand.ts';
import { startOwnProduct } from '../../test/product-under-test.ts';
import { leadColumns } from '../../../lib/server/leads/lead-row.ts';
import { get, loadText, medians, timed } from './timing.ts';

const rounds = 15;
const pageSize = 50;

/** Compares GET /api/leads, whole and by page, with one query and JSON.stringify. */
async function benchList(baseUrl: string, pool: pg.Pool): Promise<void> {
  for (const limit of ['ALL', pageSize]) {
    const query = limit === 'ALL' ? '' : `?limit=${limit}`;
    const [ours = NaN, theirs = NaN] = await medians(rounds, [
      timed(() => get(`${baseUrl}/api/leads${query}`)),
      timed(() => queryAndStringify(pool, limit)),
    ]);
    console.log(
      `GET /api/leads${query}: ${ours.toFixed(1)} ms, query and stringify ${theirs.toFixed(1)} ms, ` +
        `ratio ${(ours / theirs).toFixed(2)} (target 1.2)`,
    );
  }
}

async function queryAndStringify(pool: pg.Pool, limit: number | string): Promise<string> {
  const { rows } = await pool.query(
    `SELECT ${leadColumns.text} FROM "Lead" l ORDER BY l."createdAt" DESC, l."id" DESC LIMIT ${limit}`,
  );
  return JSON.stringify({ leads: rows });
}

/** The size of a recording of ten minutes. */
const longBytes = 2_500_000;

await using product = await startOwnProduct(process.env);
const { url: baseUrl, dataDir, settings } = product;
// Inserting the leads takes longer than the product's statement timeout.
const options = '-c statement_timeout=0';
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, options });

try {
  const key = 'leads/long.webm';
  const file = path.join(dataDir, 'audio', key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, randomBytes(longBytes));
  await makeLeads(pool, key, longBytes);
  console.log(`${leadCount} leads; ${loadText()}`);
  await benchList(baseUrl, pool);
  const { rows } = await pool.query<{ id: string }>('SELECT "id" FROM "Lead" LIMIT 1');
  await benchAudio(`${baseUrl}/api/leads/${rows[0]?.id}/audio`, file, longBytes);
  await benchPage(baseUrl);
  await benchInsights(baseUrl, pool);
  console.log(loadText());
} finally {
  await pool.end();
}
