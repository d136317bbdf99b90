// npm run restore <file> restores a backup. No product may run on this DATA_DIR, and its database must be empty.
import path from 'node:path';
import { restore } from '../lib/server/backup/restore.ts';
import { env } from '../lib/server/platform/env.ts';
import { storage } from '../lib/server/platform/storage/index.ts';
import { migrate } from './migrate.ts';
import { withDatabase } from './start/with-database.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run restore <file>: which backup?');
  process.exit(1);
}

await withDatabase(async (databaseUrl) => {
  await migrate(databaseUrl);
  const { BACKUP_KEY: key } = env();
  const { rows, files, unfinished } = await restore(
    { file: path.resolve(file), key },
    { databaseUrl, storage: storage() },
  );
  if (unfinished > 0) console.log(`${unfinished} leads and calls that were not finished are taken up again.`);
  console.log(`Restored ${rows} rows and ${files} recordings. The product can be started.`);
});
