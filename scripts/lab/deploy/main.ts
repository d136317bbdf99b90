/**
 * `npm run test:deploy [manifests|vercel|cluster|images …]`: builds and checks each kind of deployment. Names missing programs
 * that npm cannot install.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import type { CheckContext } from './local-parts.ts';
import { checkCluster } from './cluster.ts';
import { checkImages } from './images.ts';
import { checkManifests } from './manifests.ts';
import { checkVercelBuild } from './vercel-build.ts';

const checks: Record<string, (context: CheckContext) => string[] | Promise<string[]>> = {
  manifests: checkManifests,
  vercel: checkVercelBuild,
  cluster: checkCluster,
  images: checkImages,
};
const chosenNames = process.argv.slice(2);
const unknownName = chosenNames.find((name) => !Object.hasOwn(checks, name));
if (unknownName !== undefined) {
  console.error(`There is no check ${unknownName}, only ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const tempDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-deploy-'));

const context: CheckContext = {
  root,
  tempDir,
  run(command, args, env = {}) {
    console.log(`$ ${path.basename(command)} ${args.join(' ')}`);
    const result = spawnSync(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (result.status === 0) return result.stdout;
    console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`.trimEnd().split('\n').slice(-40).join('\n'));
    throw new Error(
      `${path.basename(command)} failed (${result.status ?? result.signal ?? result.error?.message}).`,
    );
  },
};

const faults: string[] = [];
for (const [name, check] of Object.entries(checks))
  try {
    if (chosenNames.length === 0 || chosenNames.includes(name)) faults.push(...(await check(context)));
  } catch (error) {
    faults.push(inspect(error));
  }
if (faults.length === 0) rmSync(tempDir, { recursive: true, force: true });
else console.error(`Logs and data: ${tempDir}`);
for (const fault of faults) console.error(`✗ ${fault}`);
console.log(faults.length === 0 ? 'Everything holds.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
