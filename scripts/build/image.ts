/**
 * `node scripts/build/image.ts DIR` writes each image's files, without build tools, to DIR. Needs a build with
 * NEXT_OUTPUT=standalone.
 */
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

type Trace = (
  entries: string[],
  options: {
    base: string;
    conditions: string[];
    readFile: (file: string) => Promise<string | Buffer | null>;
  },
) => Promise<{ fileList: Set<string> }>;

const root = path.resolve(import.meta.dirname, '..', '..');
const outDir = path.resolve(process.argv[2] ?? '');
// Next's own copy of @vercel/nft, the tracer that makes its standalone folder.
const nft: { nodeFileTrace: Trace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');

/** These are loaded by a computed name, which no tracer sees. */
const nativePackages = ['@livekit/rtc-ffi-bindings*', '@livekit/local-inference*', 'sherpa-onnx-*'];
const dynamicFiles = [
  'lib/server/**/*process.ts',
  'agent/**/*thread.ts',
  'node_modules/@echogarden/espeak-ng-emscripten/**',
];
const agentExtras = [...nativePackages.map((name) => `node_modules/${name}/**`), ...dynamicFiles];

function copy(file: string, target: string): void {
  const [from, to] = [path.join(root, file), path.join(outDir, target, file)];
  const stats = lstatSync(from);
  if (stats.isDirectory() || existsSync(to)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else cpSync(from, to);
}

/** The tracer reads only JavaScript. */
async function readSource(file: string): Promise<string | Buffer | null> {
  const isOurs = file.endsWith('.ts') && !file.includes('node_modules');
  try {
    return isOurs ? stripTypeScriptTypes(await readFile(file, 'utf8')) : await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

function filesMatching(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
}

async function copyTraced(target: string, entries: string[], extraPatterns: string[]): Promise<void> {
  const extraFiles = extraPatterns.flatMap(filesMatching);
  const sources = extraFiles.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));
  const trace = await nft.nodeFileTrace([...entries, ...sources], {
    base: root,
    conditions: ['node', 'import'],
    readFile: readSource,
  });
  for (const file of [...trace.fileList, ...extraFiles, 'package.json']) copy(file, target);
}

// An existing folder is refused, not deleted: without DIR it is the working directory.
if (existsSync(outDir)) throw new Error(`${outDir} exists. Name a folder that does not.`);
const standalone = path.join(root, '.next', 'standalone');
if (!existsSync(standalone)) throw new Error('Build with NEXT_OUTPUT=standalone first.');
cpSync(standalone, path.join(outDir, 'web'), { recursive: true, verbatimSymlinks: true });
for (const folder of [path.join('.next', 'static'), 'public'])
  cpSync(path.join(root, folder), path.join(outDir, 'web', folder), { recursive: true });
// The supervisor's child process is an entry point too.
await copyTraced('agent', filesMatching('agent/*.ts'), agentExtras);
const databaseScripts = ['migrate', 'backup', 'restore'].map((name) => `scripts/${name}.ts`);
await copyTraced('migrate', databaseScripts, ['prisma/migrations/**', 'prisma/upgrade/**']);
