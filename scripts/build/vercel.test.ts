import { expect, test } from 'vitest';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { deploymentFault } from './vercel.ts';

const whole = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/ovoz',
  BLOB_READ_WRITE_TOKEN: 'token',
  SESSION_SECRET: 'x'.repeat(32),
  ADMIN_PASSWORD: 'password',
  CRON_SECRET: 'secret',
} as const;

test('a deployment that lacks nothing has no fault, with either storage', () => {
  expect(deploymentFault(whole)).toBeUndefined();
  const bucket = {
    S3_BUCKET: 'b',
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  };
  expect(deploymentFault({ ...whole, BLOB_READ_WRITE_TOKEN: '', ...bucket })).toBeUndefined();
});

test('a preview uses its own branch of the database, as Neon’s integration names it', () => {
  const [pooled, direct] = ['-pooler', ''].map(
    (pooler) => `postgres://u:p@ep-branch-1${pooler}.eu-central-1.aws.neon.tech/ovoz`,
  );
  const preview = { ...whole, VERCEL_ENV: 'preview', DATABASE_URL: pooled, DATABASE_URL_UNPOOLED: direct };
  expect(deploymentFault(preview)).toBeUndefined();
  expect(parseEnv(preview)).toMatchObject({ DATABASE_URL: pooled, DIRECT_URL: direct });
});

test.each([
  [
    'what is missing, and where',
    { CRON_SECRET: '', VERCEL_ENV: 'preview' },
    /^CRON_SECRET: not set for preview/,
  ],
  [
    'that recordings need a storage',
    { BLOB_READ_WRITE_TOKEN: '' },
    /^BLOB_READ_WRITE_TOKEN or S3_BUCKET: not set/,
  ],
  [
    'that a preview would migrate the database of production',
    {
      DATABASE_URL: 'postgres://u:p@ep-branch-1-pooler.eu-central-1.aws.neon.tech/ovoz',
      DIRECT_URL: 'postgres://u:p@ep-main-1.eu-central-1.aws.neon.tech/ovoz',
    },
    /^DIRECT_URL: leads to another database/,
  ],
  [
    'that Neon’s two variables name different branches',
    {
      DATABASE_URL: 'postgres://u:p@ep-branch-1-pooler.eu-central-1.aws.neon.tech/ovoz',
      DATABASE_URL_UNPOOLED: 'postgres://u:p@ep-main-1.eu-central-1.aws.neon.tech/ovoz',
    },
    /^DATABASE_URL_UNPOOLED: leads to another database/,
  ],
  ['a value that is wrong', { SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have 32 characters/],
])('one line says %s', (_, change, line) => {
  const fault = deploymentFault({ ...whole, ...change });
  expect(fault).toMatch(line);
  expect(fault).not.toContain('\n');
});
