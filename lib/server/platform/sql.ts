import type pg from 'pg';
import type { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { type Tx, pool } from './db.ts';
import { storable } from './storable.ts';

/**
 * Rows of a statement that Prisma's queries cannot say, parsed by their declared shape: a column that is missing, null or of
 * another type throws (decision 026).
 * @param on a transaction, or a connection of its own
 */
export async function readRows<Row extends z.ZodType>(
  row: Row,
  statement: Prisma.Sql,
  on: Tx | pg.ClientBase | pg.Pool = pool(),
): Promise<z.infer<Row>[]> {
  const safe = Prisma.sql(statement.strings, ...storable(statement.values));
  const rows: unknown[] =
    'query' in on ? (await on.query(safe.text, safe.values)).rows : await on.$queryRaw(safe);
  return row.array().parse(rows);
}

/** A time that is stored without a zone, and is UTC, as ISO 8601 with milliseconds. */
export const isoOf = (column: string) => Prisma.raw(`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
