import type pg from 'pg';
import { db } from '../../../lib/server/platform/db.ts';
import { queueProcessing } from '../../../lib/server/leads/process-lead.ts';

const pauseMs = 100;

interface Spell {
  left: number;
  seconds: number;
}

/** Leads processed anew by the product's own worker, whose vendors answer at once. */
export async function benchJobs(pool: pg.Pool): Promise<void> {
  console.log('\njobs a second with an instant vendor');
  await pool.query(
    `UPDATE "Lead" SET "dialogue" = NULL, "status" = 'pending' WHERE "room" LIKE 'chat-bench-%'`,
  );
  for (const [name, count, recorded] of [
    ['leads with a recording of 3 s', 200, true],
    ['leads without a recording', 1000, false],
  ] as const) {
    const sql = `SELECT "id" FROM "Lead" WHERE "status" = 'pending' ORDER BY "id" LIMIT ${count}`;
    const { rows } = await pool.query<{ id: string }>(sql);
    const ids = rows.map(({ id }) => id);
    if (!recorded) await pool.query('UPDATE "Lead" SET "audioKey" = NULL WHERE "id" = ANY($1)', [ids]);
    await pool.query(`DELETE FROM pgboss.job`);
    await db().$transaction(
      async (tx) => {
        for (const id of ids) await queueProcessing(tx, id);
      },
      { timeout: 60_000 },
    );
    console.log(`  ${name.padEnd(32)} ${(count / (await untilDone(pool))).toFixed(0).padStart(5)} a second`);
  }
}

/** From the first job's beginning to the last one's end, in seconds. */
async function untilDone(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<Spell>(
      `SELECT count(*) FILTER (WHERE state < 'completed')::int AS left,
         extract(epoch FROM max(completed_on) - min(started_on))::float AS seconds
       FROM pgboss.job WHERE name = 'process-lead'`,
    );
    const [spell] = rows;
    if (spell !== undefined && spell.left === 0) return spell.seconds;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
