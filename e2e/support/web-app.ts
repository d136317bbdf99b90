import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { maxHeaderBytes } from '../../scripts/start/programs.ts';
import { freePort } from '../../scripts/start/ports.mjs';

/** The web app of the product under test once more, on its database, with some settings of its own. */
export interface WebApp {
  url: string;
  stop(): Promise<void>;
}

/** @throws Error if it ends before it answers */
export async function startWebApp(settings: Record<string, string>): Promise<WebApp> {
  const port = await freePort(undefined);
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const args = [
    `--max-http-header-size=${maxHeaderBytes}`,
    next,
    'start',
    '-p',
    String(port),
    '-H',
    'localhost',
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (line) => String(line).includes('Ready') && resolve());
    child.once('exit', (code) => reject(new Error(`next start ended with code ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url: `http://localhost:${port}`, stop };
}
