import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGroup } from '../../scripts/start/process-group.mjs';
import { keepAliveMs, maxHeaderBytes } from '../../scripts/start/programs.ts';
import { freePort } from '../../scripts/start/ports.mjs';

const pollMs = 50;

/** A second web app on the product's database. By default it runs no jobs, because they would end with it. */
export interface WebApp {
  url: string;
  port: number;
  stop(): Promise<unknown>;
  kill(): Promise<unknown>;
}

/** @throws Error if it ends before it answers */
export async function startWebApp(settings: Record<string, string>, fixedPort?: number): Promise<WebApp> {
  const port = fixedPort ?? (await freePort(undefined));
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const args = [
    `--max-http-header-size=${maxHeaderBytes}`,
    next,
    'start',
    '-p',
    String(port),
    '-H',
    'localhost',
    '--keepAliveTimeout',
    String(keepAliveMs),
  ];
  const logDir = path.join(settings.DATA_DIR ?? process.env.DATA_DIR ?? '.data', 'logs');
  mkdirSync(logDir, { recursive: true });
  const group = startGroup({
    command: process.execPath,
    args,
    env: { ...process.env, NODE_ENV: 'production', JOBS: 'elsewhere', ...settings },
    logFile: path.join(logDir, `web-${port}.log`),
  });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/api/live`).catch(() => undefined))?.ok) {
    if (!group.isRunning()) throw new Error('The web app ended before it answered.');
    await delay(pollMs);
  }
  return { url, port, stop: () => group.stop(), kill: () => group.kill() };
}
