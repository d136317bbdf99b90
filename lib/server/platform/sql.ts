import type pg from 'pg';
import type { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { type Tx, pool } from './db.ts';
import { storable } from './storable.ts';

/**
 * Runs a query that Prisma cannot express, and parses its rows by the declared shape (decision 026).
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

/** A timestamp stored without a zone (UTC), as ISO 8601 with milliseconds. */
export const isoOf = (column: string) => Prisma.raw(`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
