import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageScriptsFile } from '../../lib/server/http/page-policy.ts';

/** A build step whose result is needed before the product can run. */
export type BuildStep = 'client' | 'site';

interface StampedResult {
  sources: string[];
  /** The file that names the sources of the result; written last. */
  stamp: string;
  /** Further files of a complete result. */
  also: string[];
}

export const buildResults: Record<BuildStep, StampedResult> = {
  client: {
    sources: ['prisma/schema.prisma'],
    stamp: 'lib/server/generated/prisma/.made-from',
    also: [],
  },
  site: {
    sources: [
      'app',
      'components',
      'lib',
      'messages',
      'pages',
      'public',
      'prisma/schema.prisma',
      'instrumentation-client.ts',
      'instrumentation.ts',
      'middleware.ts',
      'next.config.ts',
      'package.json',
      'postcss.config.mjs',
      'scripts/build',
      'tsconfig.json',
    ],
    stamp: '.next/.made-from',
    also: ['.next/BUILD_ID', pageScriptsFile],
  },
};

/** True if the result is complete and made from the current sources. */
export function isUpToDate(root: string, step: BuildStep): boolean {
  const { stamp, also } = buildResults[step];
  const file = path.join(root, stamp);
  if (![file, ...also.map((name) => path.join(root, name))].every((name) => existsSync(name))) return false;
  return readFileSync(file, 'utf8') === fingerprint(root, step);
}

/** Deletes the stamp before the work and writes it after success: a killed build never counts. Changed sources make it stale. */
export function runBuildStep(root: string, step: BuildStep, work: (madeFrom: string) => void): void {
  const file = path.join(root, buildResults[step].stamp);
  const madeFrom = fingerprint(root, step);
  rmSync(file, { force: true });
  work(madeFrom);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, madeFrom);
}

/** A hash of all inputs: the sources, the packages, the Node version. */
function fingerprint(root: string, step: BuildStep): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of ['package-lock.json', ...buildResults[step].sources]) addTo(hash, root, source);
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, root: string, source: string): void {
  const full = path.join(root, source);
  if (!existsSync(full) || source === 'lib/server/generated' || /\.(test|spec)\.tsx?$/.test(source)) return;
  let names: string[];
  try {
    names = readdirSync(full).sort();
  } catch {
    hash.update(`${source}\0`).update(readFileSync(full)).update('\0');
    return;
  }
  for (const name of names) addTo(hash, root, `${source}/${name}`);
}
