import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pageScriptsFile } from '../../../lib/server/http/page-policy.ts';
import type { CheckContext } from './local-parts.ts';

/** The builder that Vercel runs; its Next adapter writes .next/output. */
const builder = '@vercel/next@23.0.1';
/** Vercel refuses a function of more than 250 MB. */
const functionLimitMb = 250;

/** Builds through Vercel's own Next adapter, and returns the output's faults. */
export function checkVercelBuild({ root, tempDir, run }: CheckContext): string[] {
  const tools = path.join(tempDir, 'vercel');
  mkdirSync(tools);
  run('npm', ['install', '--prefix', tools, '--no-save', '--no-audit', '--no-fund', builder]);
  run(process.execPath, ['scripts/build/main.ts'], {
    NEXT_ADAPTER_PATH: path.join(tools, 'node_modules', '@vercel', 'next', 'dist', 'adapter', 'index.js'),
    NEXT_ADAPTER_VERCEL_CONFIG: '{}',
    VERCEL: '1',
    VERCEL_ENV: 'production',
  });
  const output = path.join(root, '.next', 'output');
  const functions = globSync('**/*.func', { cwd: path.join(output, 'functions') });
  if (functions.length === 0) return ['Vercel: no functions came out.'];
  const faults: string[] = [];
  for (const name of functions) {
    const files = filesOf(root, path.join(output, 'functions', name));
    const sizeMb =
      files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / 1e6;
    console.log(`${sizeMb.toFixed(1).padStart(7)} MB ${name}`);
    if (sizeMb > functionLimitMb) faults.push(`Vercel: ${name} has ${sizeMb.toFixed(0)} MB.`);
    // If Next cannot trace a file access, it includes the whole project.
    const strays = files.filter((file) => /\.(test|spec)\.tsx?$|\/docs\/.*\.md$/.test(file));
    if (strays.length > 0)
      faults.push(`Vercel: ${name} carries what it does not need: ${strays.slice(0, 3).join(', ')}`);
    if (name.includes('middleware') && !files.some((file) => file.endsWith(pageScriptsFile)))
      faults.push(`Vercel: ${name} lacks ${pageScriptsFile}: no page would have its scripts.`);
  }
  return faults;
}

/** A function's files: those in its folder, and those its configuration names elsewhere. */
function filesOf(root: string, folder: string): string[] {
  const ownFiles = globSync('**/*', { cwd: folder }).map((file) => path.join(folder, file));
  const config = path.join(folder, '.vc-config.json');
  if (!existsSync(config)) return ownFiles;
  const { filePathMap = {} }: { filePathMap?: Record<string, string> } = JSON.parse(
    readFileSync(config, 'utf8'),
  );
  return [...ownFiles, ...Object.values(filePathMap).map((file) => path.resolve(root, file))];
}
