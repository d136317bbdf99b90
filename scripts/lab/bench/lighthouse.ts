import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findBrowser } from '../../browser.ts';
import { inTurn, median } from './timing.ts';

/** npx fetches it, because 176 MB are too much for a dependency that one command needs. It contains no browser. */
const lighthousePackage = 'lighthouse@13';
const limitMs = 180_000;
/** On a busy machine the performance of one run differs by five points from the next. */
const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const numericAudit = z.object({ numericValue: z.number() });
const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.object({ 'cumulative-layout-shift': numericAudit, 'total-blocking-time': numericAudit }),
});
type LighthouseReport = z.infer<typeof report>;

interface PageFigures {
  scores: string;
  cls: string;
  tbtMs: string;
}

/** Measures every page once a round, on Lighthouse's emulated phone. @returns each page's median figures */
export async function runLighthouse(urls: string[]): Promise<PageFigures[]> {
  const reports = await inTurn(
    runs,
    urls.map((url) => () => runOnce(url)),
  );
  return reports.map(figuresOf);
}

/** The scores are those of the run of median performance, in percent. */
function figuresOf(reports: LighthouseReport[]): PageFigures {
  const performance = ({ categories: results }: LighthouseReport) => results.performance?.score ?? 0;
  const middle = reports.toSorted((a, b) => performance(a) - performance(b))[Math.floor(runs / 2)];
  const scores = categories.map((name) => Math.round(100 * (middle?.categories[name]?.score ?? 0)));
  const medianOf = (audit: keyof LighthouseReport['audits']) =>
    median(reports.map(({ audits }) => audits[audit].numericValue));
  return {
    scores: scores.join('/'),
    cls: medianOf('cumulative-layout-shift').toFixed(3),
    tbtMs: medianOf('total-blocking-time').toFixed(0),
  };
}

async function runOnce(url: string): Promise<LighthouseReport> {
  const noSandboxFlag = process.getuid?.() === 0 ? '--no-sandbox ' : '';
  const flags = `--chrome-flags=--headless=new ${noSandboxFlag}--disable-dev-shm-usage`;
  const args = [url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`, flags];
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthousePackage, ...args], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
    timeout: limitMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  return report.parse(JSON.parse(stdout));
}
