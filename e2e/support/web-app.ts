import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { maxHeaderBytes } from '../../scripts/start/programs.ts';
import { freePort } from '../../scripts/start/ports.mjs';

/** The web app of the product under test once more, on its database, with some settings of its own. It takes no jobs, which would end with it. */
export interface WebApp {
  url: string;
  port: number;
  stop(): Promise<void>;
  /** As a crash ends it. */
  kill(): Promise<void>;
}

/** @throws Error if it ends before it answers */
export async function startWebApp(settings: Record<string, string>, samePort?: number): Promise<WebApp> {
  const port = samePort ?? (await freePort(undefined));
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
    env: { ...process.env, NODE_ENV: 'production', JOBS: 'elsewhere', ...settings },
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (line) => String(line).includes('Ready') && resolve());
    child.once('exit', (code) => reject(new Error(`next start ended with code ${code}`)));
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const url = `http://localhost:${port}`;
  return { url, port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
