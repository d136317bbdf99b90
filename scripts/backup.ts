// npm run backup [file] writes the database and recordings to one file, encrypted with BACKUP_KEY. With `-- --keep 14` it then
// deletes all but the newest 14 backups of that folder.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, rotateBackups } from '../lib/server/backup/backup.ts';
import { env } from '../lib/server/platform/env.ts';
import { storage } from '../lib/server/platform/storage/index.ts';
import { withDatabase } from './start/with-database.ts';

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const keepCount = Number(values.keep);
if (values.keep !== undefined && !(Number.isInteger(keepCount) && keepCount >= 1)) {
  console.error('--keep: a number of backups.');
  process.exit(2);
}

await withDatabase(async (databaseUrl) => {
  const { DATA_DIR, BACKUP_KEY: key } = env();
  const name = `ovoz-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`;
  const file = path.resolve(positionals[0] ?? path.join(DATA_DIR, 'backups', name));
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const { rows, files, absent } = await backUp({ databaseUrl, storage: storage() }, { file, key });
  console.log(
    `${file}: ${rows} rows, ${files} recordings${key === undefined ? '; not sealed (BACKUP_KEY is not set)' : ''}.`,
  );
  for (const lostKey of absent) console.log(`The storage does not have ${lostKey}, which a lead names.`);
  if (values.keep !== undefined) rotateBackups(path.dirname(file), keepCount);
});
