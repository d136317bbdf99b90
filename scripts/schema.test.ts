import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { setUpEnvironment } from '../lib/server/testing/server.ts';

const schemaFile = 'prisma/schema.prisma';
const describeColumns = `SELECT table_name, column_name, udt_name, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = $1 AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;
const describeIndexes = `SELECT indexname, replace(indexdef, $1 || '.', '') AS definition
  FROM pg_indexes WHERE schemaname = $1 AND tablename <> '_prisma_migrations' ORDER BY 1`;
const describeConstraints = `SELECT conname, replace(pg_get_constraintdef(oid), $1 || '.', '') AS definition
  FROM pg_constraint WHERE connamespace = $1::regnamespace AND conrelid::regclass::text NOT LIKE '%_prisma_migrations%'
  ORDER BY 1`;
const describeEnums = `SELECT typname, enumlabel, enumsortorder FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid
  WHERE typnamespace = $1::regnamespace ORDER BY 1, 3`;

setUpEnvironment();

test('the migrations create the schema of prisma/schema.prisma', async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const migrated = await describeSchema(client, 'public');
    await client.query('ALTER SCHEMA public RENAME TO migrated');
    await client.query(await scriptOfSchema());
    const { indexes, constraints, ...rest } = await describeSchema(client, 'public');
    expect(migrated).toMatchObject(rest);
    // A migration may add what the schema cannot express: an index on an expression, a row check.
    expect(migrated.indexes).toEqual(expect.arrayContaining(indexes));
    expect(migrated.constraints).toEqual(expect.arrayContaining(constraints));
  } finally {
    await client.end();
  }
});

async function describeSchema(client: pg.Client, schema: string) {
  await client.query(`SET search_path TO ${schema}`);
  const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql, [schema])).rows;
  return {
    columns: await rows(describeColumns),
    indexes: await rows(describeIndexes),
    constraints: await rows(describeConstraints),
    enums: await rows(describeEnums),
  };
}

/** Prisma's SQL that creates the tables of the schema in an empty database. */
async function scriptOfSchema(): Promise<string> {
  const wasmFile = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm'));
  const wasm = await WebAssembly.instantiate(await readFile(wasmFile), { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(wasm.instance.exports);
  const start = wasm.instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();

  const content = await readFile(schemaFile, 'utf8');
  const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg(process.env.DATABASE_URL ?? ''));
  const schemaEngine = await engine.SchemaEngine.new(
    { datamodels: [[schemaFile, content]] },
    () => {},
    factory,
  );
  const { stdout } = await schemaEngine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: schemaFile, content }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? '';
}
