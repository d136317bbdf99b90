import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageScriptsFile } from '../../lib/server/http/page-policy.ts';

/** A build step whose result is needed before the product can run. */
export type BuildStep = 'client' | 'site';

interface StampedResult {
  sources: string[];
  /** The file with the hash of the result's sources; written last. */
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

/** A build that is killed has no stamp. Sources that change during the work make the stamp stale. */
export function runBuildStep(root: string, step: BuildStep, work: (sourcesHash: string) => void): void {
  const file = path.join(root, buildResults[step].stamp);
  const sourcesHash = fingerprint(root, step);
  rmSync(file, { force: true });
  work(sourcesHash);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, sourcesHash);
}

/** A hash of the sources, the packages and the Node version. */
function fingerprint(root: string, step: BuildStep): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of ['package-lock.json', ...buildResults[step].sources]) addSource(hash, root, source);
  return hash.digest('hex');
}

function addSource(hash: ReturnType<typeof createHash>, root: string, source: string): void {
  const fullPath = path.join(root, source);
  const isTest = /\.(test|spec)\.tsx?$/.test(source);
  if (!existsSync(fullPath) || source === 'lib/server/generated' || isTest) return;
  let names: string[];
  try {
    names = readdirSync(fullPath).sort();
  } catch {
    hash.update(`${source}\0`).update(readFileSync(fullPath)).update('\0');
    return;
  }
  for (const name of names) addSource(hash, root, `${source}/${name}`);
}
