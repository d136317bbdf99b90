import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A table's row count and an order-independent checksum. */
export const tableSum = z.object({ rows: z.number(), checksum: z.string() });
export type TableSum = z.infer<typeof tableSum>;

/** Sums rows as JSON, independent of the order of columns, which differs between versions. */
export class TableSums {
  readonly #sums = new Map<string, { rows: number; checksum: bigint }>();

  add(table: string, rows: unknown[]): void {
    const sum = this.#sums.get(table) ?? { rows: 0, checksum: 0n };
    for (const row of rows) {
      const text = JSON.stringify(Object.entries(Object(row)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      sum.checksum += createHash('sha256').update(text).digest().readBigUInt64BE();
      sum.rows++;
    }
    this.#sums.set(table, sum);
  }

  get(): Record<string, TableSum> {
    const entries = [...this.#sums].map(([table, { rows, checksum }]) => {
      const wrapped = BigInt.asUintN(64, checksum).toString(16);
      return [table, { rows, checksum: wrapped }] as const;
    });
    return Object.fromEntries(entries);
  }
}
