// npm run restore <file> restores a backup. No product may run on this DATA_DIR, and the database must hold no leads.
import path from 'node:path';
import { env } from '../lib/server/platform/env.ts';
import { restore } from '../lib/server/backup/restore.ts';
import { migrate } from './migrate.ts';
import { withDatabase } from './start/with-database.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run restore <file>: which backup?');
  process.exit(1);
}

await withDatabase(async (databaseUrl) => {
  process.env.DATABASE_URL = databaseUrl;
  await migrate(databaseUrl);
  const { storage } = await import('../lib/server/platform/storage/index.ts');
  const { BACKUP_KEY: key } = env();
  const { rows, files } = await restore(
    { file: path.resolve(file), key },
    { databaseUrl, storage: storage() },
  );
  const { resumeAll } = await import('../lib/server/jobs/sweep.ts');
  const unfinished = await resumeAll();
  if (unfinished > 0) console.log(`${unfinished} leads and calls that were not finished are taken up again.`);
  // Postgres stops next and would log an open connection as lost, below the result.
  const [{ stopBoss }, { closeDb }] = await Promise.all([
    import('../lib/server/platform/queue.ts'),
    import('../lib/server/platform/db.ts'),
  ]);
  await stopBoss();
  await closeDb();
  console.log(`Restored ${rows} rows and ${files} recordings. The product can be started.`);
});
