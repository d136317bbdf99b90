import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../start/ports.mjs';

const root = path.join(import.meta.dirname, '../..');
const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

/** The least that Next serves as a page, and no less than a browser and Lighthouse expect of one. */
const files = {
  'package.json': JSON.stringify({ private: true, type: 'module' }),
  'next.config.js': `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(path.parse(root).root)} } };`,
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>',
  'app/layout.js': `export const metadata = { title: 'Bare', description: 'A page with nothing on it.' };
    export default function Layout({ children }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  'app/page.js': `export default function Page() { return <main><h1>Bare</h1></main>; }`,
};

/**
 * Builds a bare page with the product's own Next and serves it as the product is served. Not inside the product: Next would find
 * middleware.ts and instrumentation.ts in the folders above.
 */
export async function barePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(realpathSync(os.tmpdir()), 'ovoz-bare-page-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(path.join(folder, 'app'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    await run(folder, ['build']);
    const port = await freePort(undefined);
    const { stop } = await serve(folder, ['start', '-p', String(port), '-H', 'localhost']);
    return {
      url: `http://localhost:${port}`,
      stop: async () => {
        await stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function start(folder: string, args: string[]) {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  return spawn(process.execPath, ['--dns-result-order=ipv4first', next, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function run(folder: string, args: string[]): Promise<void> {
  const child = start(folder, args);
  child.stdout.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`next ${args[0]} of the bare page ended with code ${code}`);
}

async function serve(folder: string, args: string[]): Promise<{ stop: () => Promise<void> }> {
  const child = start(folder, args);
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('Ready') && resolve());
    void exited.then(() => reject(new Error('next start of the bare page ended')));
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
