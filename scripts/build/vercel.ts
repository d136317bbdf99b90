import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { directUrl, parseEnv } from '../../lib/server/platform/env.ts';

/**
 * The build command of vercel.json: checks the variables, builds, and migrates this deployment's database over DIRECT_URL, without
 * a pooler.
 */
const needed = ['DATABASE_URL', 'SESSION_SECRET', 'ADMIN_PASSWORD', 'CRON_SECRET'];
/** A function's disk is not durable. */
const stores = ['BLOB_READ_WRITE_TOKEN', 'S3_BUCKET'];

/** @returns why a deployment with these variables could not run */
export function missingFor(source: NodeJS.ProcessEnv): string | undefined {
  const missing = needed.filter((name) => !source[name]);
  if (stores.every((name) => !source[name])) missing.push(stores.join(' or '));
  const place = source.VERCEL_ENV ?? 'production';
  if (missing.length > 0)
    return `${missing.join(', ')}: not set for ${place}. Set it in the project's environment variables (docs/deploy/vercel.md).`;
  try {
    parseEnv(source);
    return strayDirectUrl(source);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A preview with its own database branch but production's DIRECT_URL would migrate production. Neon's pooler is in the host's name.
 */
function strayDirectUrl(source: NodeJS.ProcessEnv): string | undefined {
  const direct = directUrl(source);
  const { hostname } = new URL(source.DATABASE_URL ?? '');
  const own = hostname.replace('-pooler.', '.');
  if (direct === undefined || own === hostname || new URL(direct).hostname === own) return undefined;
  return `DIRECT_URL: leads to another database than DATABASE_URL, ${own}. Leave it out: DATABASE_URL_UNPOOLED is read.`;
}

function run(script: string): void {
  const file = path.join(import.meta.dirname, '..', script);
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.main) {
  const fault = missingFor(process.env);
  if (fault !== undefined) {
    console.error(fault);
    process.exit(1);
  }
  run('build/main.ts');
  run('migrate.ts');
}
