import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../../lib/server/platform/with-client.ts';
import { obtainLiveKit } from '../../start/livekit-program.mjs';
import type { Launch } from '../../start/launch.ts';
import { type CallServer, startLiveKit } from '../../start/livekit.ts';
import type { LocalSettings } from '../../start/local-settings.ts';
import { startOwnPostgres } from '../../start/own-postgres.ts';
import { type ProcessGroup, type Program, startGroup } from '../../start/process-group.mjs';

export interface CheckContext {
  root: string;
  /** A folder that is removed if nothing fails. */
  tempDir: string;
  run: (command: string, args: string[], env?: Record<string, string>) => string;
}

/** A Postgres and a LiveKit on this machine, which the deployment under test uses. */
export interface LocalParts {
  dataDir: string;
  databaseUrl: string;
  env: Record<string, string>;
  /** Stops the parts after the check, the last started first. */
  ends: AsyncDisposableStack;
}

/** Builds the files of each image once; returns their folder. */
export function buildImage({ run, tempDir }: CheckContext): string {
  const image = path.join(tempDir, 'image');
  if (existsSync(image)) return image;
  run(process.execPath, ['scripts/build/main.ts'], { NEXT_OUTPUT: 'standalone' });
  run(process.execPath, ['scripts/build/image.ts', image]);
  return image;
}

/**
 * True if the server on this port answers this path with success.
 * @throws TypeError if nothing listens
 */
export async function isAnswering(port: number | string, urlPath: string): Promise<boolean> {
  return (await fetch(`http://localhost:${port}${urlPath}`)).ok;
}

/** Starts a program that is stopped with the other parts. */
export function startBeside({ ends }: Pick<LocalParts, 'ends'>, program: Program): ProcessGroup {
  const group = startGroup(program);
  ends.defer(async () => void (await group.kill()));
  return group;
}

export type StartCallServer = (
  launch: Launch,
  local: LocalSettings,
  binary: string,
  ends: AsyncDisposableStack,
) => Promise<CallServer>;

/** Runs a check on temporary parts, which are stopped afterwards. */
export async function withLocalParts<T>(
  context: CheckContext,
  name: string,
  check: (parts: LocalParts) => Promise<T>,
  startCallServer: StartCallServer = startLiveKit,
): Promise<T> {
  const dataDir = path.join(context.tempDir, name);
  mkdirSync(dataDir);
  // PgBouncer runs as nobody and reads its configuration in here.
  chmodSync(context.tempDir, 0o711);
  await using ends = new AsyncDisposableStack();
  const { url: databaseUrl, launch, local, stop } = await startOwnPostgres(dataDir);
  ends.defer(stop);
  const env = {
    ...(await startCallServer(launch, local, await obtainLiveKit(launch), ends)),
    DATABASE_URL: databaseUrl,
    HOSTNAME: 'localhost',
    SESSION_SECRET: local.sessionSecret,
    ADMIN_PASSWORD: 'a password of this check',
    AGENT_PROCESSES: '1',
  };
  return await check({ dataDir, databaseUrl, env, ends });
}

/** @throws Error that names the unmet condition after the timeout */
export async function until(what: string, ask: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const deadlineMs = Date.now() + withinMs; Date.now() < deadlineMs; await delay(500))
    if (await ask().catch(() => false)) return;
  throw new Error(`Timed out after ${withinMs / 1000} s: ${what}.`);
}

/** Counts the rows of a table that satisfy a condition. */
export function countRows(
  { databaseUrl }: Pick<LocalParts, 'databaseUrl'>,
  table: string,
  condition: string,
): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const sql = `SELECT 1 FROM "${table}" WHERE ${condition}`;
    return (await client.query(sql)).rowCount ?? 0;
  });
}

/** Waits until the only lead with a recording is completed; returns its status, length and number of turns as text. */
export function untilLeadCompleted(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    let leadStates = '';
    await until('one lead is completed', async () => {
      const { rows } = await client.query<{ status: string; durationS: number; turns: number }>(
        `SELECT l."status", l."durationS", (SELECT count(*)::int FROM "Turn" t WHERE t."callId" = l."callId") AS "turns"
         FROM "Lead" l WHERE l."audioKey" IS NOT NULL`,
      );
      leadStates = rows.map((row) => `${row.status}, ${row.durationS} s, ${row.turns} turns`).join('; ');
      return rows.length === 1 && rows[0]?.status === 'completed';
    });
    return leadStates;
  });
}
