import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../start/ports.mjs';
import { type ProcessGroup, startGroup } from '../../start/process-group.mjs';
import { untilAnswers } from './timing.ts';

const root = path.join(import.meta.dirname, '../../..');
const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

/** The smallest page of Next that satisfies browsers and Lighthouse. */
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
 * Builds and serves a bare page with the product's Next. It is outside the repository, because Next would find our middleware.
 */
export async function barePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(realpathSync(os.tmpdir()), 'ovoz-bare-page-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(path.join(folder, 'app'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const { code } = await start(folder, ['build']).exited;
    if (code !== 0) throw new Error(await readFile(path.join(folder, 'next.log'), 'utf8'));
    const port = await freePort(undefined);
    const url = `http://localhost:${port}`;
    const server = start(folder, ['start', '-p', String(port), '-H', 'localhost']);
    await untilAnswers(url);
    return { url, stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

function start(folder: string, args: string[]): ProcessGroup {
  return startGroup({
    command: process.execPath,
    args: ['--dns-result-order=ipv4first', next, ...args],
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    logFile: path.join(folder, 'next.log'),
  });
}
