import type pg from 'pg';
import type { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { type Tx, pool } from './db.ts';

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
  const rows: unknown[] =
    'query' in on ? (await on.query(statement.text, statement.values)).rows : await on.$queryRaw(statement);
  return row.array().parse(rows);
}
