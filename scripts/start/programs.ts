import path from 'node:path';
import { usualPorts } from '../../lib/server/language-models/model-servers.ts';
import type { CallServer } from './livekit.ts';
import type { Launch } from './launch.ts';
import type { LocalSettings } from './local-settings.ts';
import type { PartSpec } from './part.ts';

/**
 * Environment of the web app and the agent. The user's variables take precedence, except NODE_ENV, Next's telemetry and the
 * office's access without a password.
 */
export function programEnv(
  { env, dataDir, isDev, adminToken }: Launch,
  local: LocalSettings,
  databaseUrl: string,
  callServer: CallServer | undefined,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: isDev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(env.PORT),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...callServer,
    LLM_PORTS: process.env.LLM_PORTS || usualPorts.join(','),
    PUBLIC_URL: env.PUBLIC_URL ?? localUrl(env.PORT),
    // The agent calls the web app directly, not through the visitors' address.
    AGENT_CALLBACK_URL: env.AGENT_CALLBACK_URL ?? `http://127.0.0.1:${env.PORT}`,
    // The start command stops without waiting for calls.
    DRAIN_S: process.env.DRAIN_S || '0',
    SESSION_SECRET: env.SESSION_SECRET ?? local.sessionSecret,
    ADMIN_WITHOUT_PASSWORD: needsNoPassword(env) ? 'local' : undefined,
    ADMIN_TOKEN: adminToken,
  };
}

export function needsNoPassword(env: Launch['env']): boolean {
  return env.ADMIN_PASSWORD === undefined && isLocalSite(env);
}

/** A public address means a deployment, even if this process only listens on loopback behind a proxy. */
export function isLocalSite({ PUBLIC_URL }: Launch['env']): boolean {
  const host = PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname;
  return ['localhost', '127.0.0.1', '[::1]'].includes(host);
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/** A text of 5000 characters takes up to 12 bytes a character in the speech URL; Node's default limit is 16 KiB. */
export const maxHeaderBytes = 80 * 1024;

/**
 * Longer than the 60 s for which nginx and AWS keep idle connections. If the web app closed first, a request in flight would
 * fail.
 */
export const keepAliveMs = 75_000;

export function webPart(launch: Launch, env: NodeJS.ProcessEnv): PartSpec {
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const options = ['--dns-result-order=ipv4first', `--max-http-header-size=${maxHeaderBytes}`];
  const args = [...options, next, launch.isDev ? 'dev' : 'start'];
  args.push('-p', String(launch.env.PORT), '-H', launch.env.HOST);
  if (!launch.isDev) args.push('--keepAliveTimeout', String(keepAliveMs));
  return {
    name: 'web',
    title: 'Web app',
    program: { command: process.execPath, args, env },
    printsToTerminal: launch.isDev,
  };
}

/**
 * By default, short-lived audio buffers are freed late. These options save a third of the agent's memory. The image and
 * the systemd unit set the same.
 */
const agentOptions = ['--max-semi-space-size=8'];
const agentMalloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' };

export function agentPart(launch: Launch, env: NodeJS.ProcessEnv): PartSpec {
  const watchOptions = launch.isDev ? ['--watch', '--watch-preserve-output'] : [];
  // One process needs no supervisor: this command restarts it.
  const program = launch.env.AGENT_PROCESSES === undefined ? 'main.ts' : 'supervisor.ts';
  return {
    name: 'agent',
    title: 'Voice agent',
    program: {
      command: process.execPath,
      args: [...agentOptions, ...watchOptions, path.join('agent', program)],
      env: { ...agentMalloc, ...env },
    },
  };
}
