import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';

export const adminPassword = 'a password of these tests';

/** The web app of the product under test once more, on its database, but with an admin password, or other settings. */
export interface GuardedServer {
  url: string;
  stop(): Promise<void>;
}

/** @throws Error if it ends before it answers */
export async function startGuardedServer(
  settings: Record<string, string> = { ADMIN_PASSWORD: adminPassword },
): Promise<GuardedServer> {
  const port = await freePort();
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', 'localhost'], {
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

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
