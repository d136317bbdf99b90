import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findBrowser } from '../../browser.ts';

/** Fetched by npx: 176 MB are too much for a dependency that one command needs. It brings no browser. */
const tool = 'lighthouse@13';
const limitMs = 180_000;
/** On a busy machine the performance of one run differs by five points from the next. */
const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const figure = z.object({ numericValue: z.number() });
const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.object({ 'cumulative-layout-shift': figure, 'total-blocking-time': figure }),
});
type LighthouseReport = z.infer<typeof report>;

/** Lighthouse's scores of 100 for a page on a phone, from the run of median performance. */
export async function lighthouse(url: string) {
  const reports: LighthouseReport[] = [];
  for (let run = 0; run < runs; run++) reports.push(await runOnce(url));
  const performance = ({ categories: found }: LighthouseReport) => found.performance?.score ?? 0;
  reports.sort((one, other) => performance(one) - performance(other));
  const middle = reports[Math.floor(runs / 2)];
  const scores = categories.map((name) => Math.round(100 * (middle?.categories[name]?.score ?? 0)));
  return {
    scores: scores.join('/'),
    cls: middle?.audits['cumulative-layout-shift'].numericValue.toFixed(3),
    tbtMs: middle?.audits['total-blocking-time'].numericValue.toFixed(0),
  };
}

async function runOnce(url: string): Promise<LighthouseReport> {
  const sandbox = process.getuid?.() === 0 ? '--no-sandbox ' : '';
  const flags = `--chrome-flags=--headless=new ${sandbox}--disable-dev-shm-usage`;
  const args = [url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`, flags];
  const { stdout } = await promisify(execFile)('npx', ['--yes', tool, ...args], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
    timeout: limitMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  return report.parse(JSON.parse(stdout));
}
