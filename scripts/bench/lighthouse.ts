import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Fetched by npx: 176 MB are too much for a dependency that one command needs. It brings no browser. */
const tool = 'lighthouse@13';
const limitMs = 180_000;
/** One run tells little: on a busy machine the performance differs by five points, and now and then there is no trace at all. */
const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), scoreDisplayMode: z.string() }),
  ),
});

export interface Verdict {
  /** Of 100, in the order of performance, accessibility, best practices, search engines. */
  scores: number[];
  /** Audits below the full score. */
  faults: string[];
}

/** Lighthouse's verdict on a page, on a phone: of some runs the one with the median performance; undefined where the tool cannot be had. */
export async function lighthouse(url: string, chromium: string): Promise<Verdict | undefined> {
  const verdicts: Verdict[] = [];
  for (let run = 0; run < runs; run++) {
    const verdict = await judge(url, chromium);
    if (verdict !== undefined) verdicts.push(verdict);
  }
  verdicts.sort((one, other) => (one.scores[0] ?? 0) - (other.scores[0] ?? 0));
  return verdicts[Math.floor(verdicts.length / 2)];
}

async function judge(url: string, chromium: string): Promise<Verdict | undefined> {
  const flags = `--headless=new ${process.getuid?.() === 0 ? '--no-sandbox ' : ''}--disable-dev-shm-usage`;
  const args = [url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`];
  try {
    const { stdout } = await promisify(execFile)('npx', ['--yes', tool, ...args, `--chrome-flags=${flags}`], {
      env: { ...process.env, CHROME_PATH: chromium },
      timeout: limitMs,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { categories: found, audits } = report.parse(JSON.parse(stdout));
    const faults = Object.values(audits)
      .filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
      )
      .map(({ title }) => title);
    return { scores: categories.map((name) => Math.round(100 * (found[name]?.score ?? 0))), faults };
  } catch (error) {
    console.error(error instanceof Error ? error.message.split('\n')[1] : error);
    return undefined;
  }
}
