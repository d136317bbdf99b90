/**
 * The build command of vercel.json: checks the variables, builds, and migrates this deployment's database, without a pooler if
 * DIRECT_URL or DATABASE_URL_UNPOOLED is set.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { directUrl, parseEnv } from '../../lib/server/platform/env.ts';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

const requiredVariables = ['DATABASE_URL', 'SESSION_SECRET', 'ADMIN_PASSWORD', 'CRON_SECRET'];
/** A function's disk is not durable. */
const storageVariables = ['BLOB_READ_WRITE_TOKEN', 'S3_BUCKET'];

/** @returns why a deployment with these variables could not run */
export function deploymentFault(source: NodeJS.ProcessEnv): string | undefined {
  const missing = requiredVariables.filter((name) => !source[name]);
  if (storageVariables.every((name) => !source[name])) missing.push(storageVariables.join(' or '));
  const environment = source.VERCEL_ENV ?? 'production';
  if (missing.length > 0)
    return `${missing.join(', ')}: not set for ${environment}. Set it in the project's environment variables (docs/deploy/vercel.md).`;
  try {
    parseEnv(source);
    return faultOfDirectUrl(source);
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * A preview with its own database branch but production's direct URL would migrate production. This is seen only with Neon, whose
 * pooler has the database's host name with `-pooler`.
 */
function faultOfDirectUrl(source: NodeJS.ProcessEnv): string | undefined {
  const migrationUrl = directUrl(source);
  const { hostname } = new URL(source.DATABASE_URL ?? '');
  const ownHost = hostname.replace('-pooler.', '.');
  if (migrationUrl === undefined || ownHost === hostname) return undefined;
  if (new URL(migrationUrl).hostname === ownHost) return undefined;
  const [name, advice] = source.DIRECT_URL
    ? ['DIRECT_URL', 'Leave it out: DATABASE_URL_UNPOOLED is read.']
    : ['DATABASE_URL_UNPOOLED', 'Take both from one branch.'];
  return `${name}: leads to another database than DATABASE_URL, ${ownHost}. ${advice}`;
}

function runScript(script: string): void {
  const file = path.join(import.meta.dirname, '..', script);
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.main) {
  const fault = deploymentFault(process.env);
  if (fault !== undefined) {
    console.error(fault);
    process.exit(1);
  }
  runScript('build/main.ts');
  runScript('migrate.ts');
}
