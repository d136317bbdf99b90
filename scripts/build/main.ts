/**
 * `npm run build` makes the database client, the web app, and the hashes of inline scripts. The argument `client` or `site` runs
 * only that step.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { sealBuild, writePageScripts } from './seal.ts';
import { runBuildStep } from './stamp.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const modules = path.join(root, 'node_modules');
const platformAdapter = process.env.NEXT_ADAPTER_PATH;

function run(args: string[], env: Record<string, string> = {}): void {
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function generateClient(): void {
  // Prisma would download its engine for this. `generate` does not run the engine, so any program path will do.
  const engine = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath;
  run([path.join(modules, 'prisma', 'build', 'index.js'), 'generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: engine,
  });
}

function buildSite(sourcesHash: string): void {
  rmSync(path.join(root, '.next', 'standalone'), { recursive: true, force: true });
  // Next traces the scripts' hashes into the middleware only if their file exists. The product does not start while it is empty.
  writePageScripts(root, {});
  const env: Record<string, string> = {};
  // Vercel names its deployments itself.
  if (!process.env.VERCEL) env.NEXT_DEPLOYMENT_ID = sourcesHash.slice(0, 12);
  if (platformAdapter) {
    env.NEXT_ADAPTER_PATH = path.join(import.meta.dirname, 'adapter.mjs');
    env.PLATFORM_ADAPTER_PATH = platformAdapter;
  }
  run([path.join(modules, 'next', 'dist', 'bin', 'next'), 'build'], env);
  if (!platformAdapter) sealBuild(root);
}

const [onlyStep] = process.argv.slice(2);
if (onlyStep !== 'site') runBuildStep(root, 'client', generateClient);
if (onlyStep !== 'client') runBuildStep(root, 'site', buildSite);
