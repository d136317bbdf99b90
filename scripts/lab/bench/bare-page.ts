import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../start/ports.mjs';
import { startGroup } from '../../start/process-group.mjs';
import { isAnswering, until } from '../../start/wait-until.ts';

const modules = path.join(import.meta.dirname, '../../../node_modules');

/** The smallest page of Next that satisfies browsers and Lighthouse. */
const files = {
  'package.json': JSON.stringify({ private: true, type: 'module' }),
  'next.config.js': `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(path.parse(modules).root)} } };`,
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>',
  'app/layout.js': `export const metadata = { title: 'Bare', description: 'A page with nothing on it.' };
    export default function Layout({ children }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  'app/page.js': `export default function Page() { return <main><h1>Bare</h1></main>; }`,
};

/** Builds and serves a bare page with the product's Next. Its folder is outside the repository, where Next would find our middleware. */
export async function serveBarePage(): Promise<AsyncDisposable & { url: string }> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(realpathSync(os.tmpdir()), 'ovoz-bare-page-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const logFile = path.join(folder, 'next.log');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
  const runNext = (...args: string[]) => {
    const nodeArgs = ['--dns-result-order=ipv4first', path.join(modules, 'next/dist/bin/next'), ...args];
    return startGroup({ command: process.execPath, args: nodeArgs, cwd: folder, env, logFile });
  };
  await mkdir(path.join(folder, 'app'));
  await symlink(modules, path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const { code } = await runNext('build').exited;
  if (code !== 0) throw new Error(await readFile(logFile, 'utf8'));
  const port = await freePort(undefined);
  const url = `http://localhost:${port}`;
  const server = runNext('start', '-p', String(port), '-H', 'localhost');
  stack.defer(async () => void (await server.stop()));
  await until(`${url} answers`, () => isAnswering(url));
  const resources = stack.move();
  return { url, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
