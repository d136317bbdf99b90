/**
 * npm run bench:leads: the admin's part of the product with 10,000 leads: the list against a bare query, the search, recordings
 * against nginx, the page in Chromium, and how many leads are processed in a second. It starts a product of its own.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startOpenAiServer } from '../../e2e/support/openai-server.ts';
import { benchAudio } from './leads/audio.ts';
import { benchJobs } from './leads/jobs.ts';
import { benchList, benchSearch } from './leads/list.ts';
import { benchPage } from './leads/page.ts';
import { leadCount, makeLeads } from './leads/ten-thousand.ts';
import { longRecording } from './long-recording.ts';
import { ownProduct } from './product.ts';

const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
/** A call of ten minutes, and one that is over before it began. */
const [longS, shortS] = [600, 3];

const vendor = await startOpenAiServer();
vendor.hears = ['Mening ismim Aziz'];
vendor.says = ['{"ism":"Aziz"}'];
const product = await ownProduct({
  OPENAI_BASE_URL: vendor.url,
  STT_PROVIDER: 'openai',
  LLM_MODEL: 'scripted',
});
const { baseUrl, dataDir, settings } = product;
// For what runs in this process as it does in the product's.
Object.assign(process.env, settings, { DATA_DIR: dataDir });
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL });

async function store(name: string, lengthS: number): Promise<{ key: string; file: string; bytes: number }> {
  const recording = await longRecording('two-voices.webm', lengthS);
  const key = `leads/${name}.webm`;
  const file = path.join(dataDir, 'audio', key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, recording);
  return { key, file, bytes: recording.length };
}

try {
  const long = await store('long', longS);
  await makeLeads(pool, long.key, long.bytes);
  console.log(`\n${leadCount} leads; ${load()}`);
  await benchList(baseUrl, pool);
  await benchSearch(baseUrl);
  const { rows } = await pool.query<{ id: string }>('SELECT "id" FROM "Lead" LIMIT 1');
  await benchAudio(`${baseUrl}/api/leads/${rows[0]?.id}/audio`, long.file, long.bytes);
  await benchPage(baseUrl);
  const short = await store('short', shortS);
  await pool.query('UPDATE "Lead" SET "audioKey" = $1', [short.key]);
  await benchJobs(pool);
  console.log(load());
} finally {
  await pool.end();
  await product.stop();
  vendor.stop();
}
process.exit(0);
