import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from './ports.mjs';
import { readJson, replaceFile } from '../../lib/server/platform/state-file.ts';

const secretSchema = z.string().min(32).default(randomSecret);
const portSchema = z.number().int();
const settingsSchema = z.object({
  postgresPassword: secretSchema,
  livekitApiKey: z.string().default(() => `ovoz${randomBytes(6).toString('hex')}`),
  livekitApiSecret: secretSchema,
  sessionSecret: secretSchema,
  ports: z
    .object({ postgres: portSchema, livekit: portSchema, livekitUdp: portSchema })
    .partial()
    .default({}),
});

/** Settings stored in the data folder, so that each start uses the same database, tokens and addresses. */
export type LocalSettings = z.infer<typeof settingsSchema> & {
  ports: Record<'postgres' | 'livekit' | 'livekitUdp', number>;
};

/**
 * Reads local.json of the data folder or creates it; replaces ports that another program has taken.
 * @throws Error if the file exists but is not valid
 */
export async function loadLocalSettings(dataDir: string): Promise<LocalSettings> {
  const file = path.join(dataDir, 'local.json');
  const stored = settingsSchema.safeParse(existsSync(file) ? readJson(file) : {});
  if (!stored.success)
    throw new Error(
      `${file} cannot be understood. Bring it back from a copy: it has the database's password.`,
    );
  const { ports } = stored.data;
  const settings = {
    ...stored.data,
    ports: {
      postgres: await freePort(ports.postgres),
      livekit: await freePort(ports.livekit),
      livekitUdp: await freePort(ports.livekitUdp, 'udp'),
    },
  };
  replaceFile(file, JSON.stringify(settings, null, 2));
  return settings;
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
