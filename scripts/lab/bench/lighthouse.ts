import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Fetched by npx: 176 MB are too much for a dependency that one command needs. It brings no browser. */
const tool = 'lighthouse@13';
const limitMs = 180_000;
/** On a busy machine the performance of one run differs by five points from the next. */
const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const report = z.object({ categories: z.record(z.string(), z.object({ score: z.number().nullable() })) });

/** Scores of 100 for a page on a phone: the run of median performance. */
export async function lighthouse(url: string, chromium: string): Promise<string> {
  const scores: number[][] = [];
  for (let run = 0; run < runs; run++) scores.push(await score(url, chromium));
  scores.sort(([one = 0], [other = 0]) => one - other);
  return scores[Math.floor(runs / 2)]?.join('/') ?? '';
}

async function score(url: string, chromium: string): Promise<number[]> {
  const sandbox = process.getuid?.() === 0 ? '--no-sandbox ' : '';
  const flags = `--chrome-flags=--headless=new ${sandbox}--disable-dev-shm-usage`;
  const args = [url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`, flags];
  const { stdout } = await promisify(execFile)('npx', ['--yes', tool, ...args], {
    env: { ...process.env, CHROME_PATH: chromium },
    timeout: limitMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { categories: found } = report.parse(JSON.parse(stdout));
  return categories.map((name) => Math.round(100 * (found[name]?.score ?? 0)));
}
