// npm run backup [file] writes the database and recordings to one file. BACKUP_KEY, if set, seals it. With `-- --keep 14` it then
// deletes all but the newest 14 files `ovoz-<time>.backup` in the file's folder.
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
  console.error('--keep needs a whole number of backups, at least 1.');
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
  for (const absentRecording of absent)
    console.log(`The storage does not have the recording ${absentRecording}, which the database names.`);
  if (values.keep !== undefined) rotateBackups(path.dirname(file), keepCount);
});
