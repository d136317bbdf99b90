import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from './ports.mjs';

const secret = z.string().min(32);
const port = z.number().int();
const shape = z.object({
  postgresPassword: secret,
  livekitApiKey: z.string(),
  livekitApiSecret: secret,
  sessionSecret: secret,
  ports: z.object({ postgres: port, livekit: port, livekitUdp: port }),
});

/** Settings stored in the data folder, so that each start uses the same database, tokens and addresses. */
export type LocalSettings = z.infer<typeof shape>;

/**
 * Reads local.json of the data folder or creates it; replaces ports that are now taken.
 * @throws Error if the file is there but cannot be understood
 */
export async function localSettings(dataDir: string): Promise<LocalSettings> {
  const file = path.join(dataDir, 'local.json');
  const kept = read(file);
  const settings = {
    postgresPassword: kept?.postgresPassword ?? randomSecret(),
    livekitApiKey: kept?.livekitApiKey ?? `ovoz${randomBytes(6).toString('hex')}`,
    livekitApiSecret: kept?.livekitApiSecret ?? randomSecret(),
    sessionSecret: kept?.sessionSecret ?? randomSecret(),
    ports: {
      postgres: await freePort(kept?.ports.postgres),
      livekit: await freePort(kept?.ports.livekit),
      livekitUdp: await freePort(kept?.ports.livekitUdp, 'udp'),
    },
  };
  // Written beside and renamed: a kill must not lose the database's password.
  writeFileSync(`${file}.new`, JSON.stringify(settings, null, 2) + '\n', { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return settings;
}

function read(file: string): LocalSettings | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const result = shape.safeParse(JSON.parse(text));
  if (!result.success) throw new Error(`${file} cannot be understood; remove it to have it made anew.`);
  return result.data;
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
