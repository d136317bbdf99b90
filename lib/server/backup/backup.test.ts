import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openCall } from '../calls/open.ts';
import { recordEvents } from '../calls/events.ts';
import { leadOfCall } from '../leads/call-leads.ts';
import { listLeads } from '../leads/repository.ts';
import { saveRecording } from '../leads/recordings.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { newRecording } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { backUp, rotateBackups } from './backup.ts';
import { db } from '../platform/db.ts';
import { restore } from './restore.ts';
import { folderStorage } from '../platform/storage/folder.ts';
import { type Storage, storage } from '../platform/storage/index.ts';
import { disk } from '../testing/disk.ts';

vi.mock(import('node:fs/promises'), async () => (await import('../testing/disk.ts')).fsOnDisk);

setUpEnvironment();

let folder: string;
let emptyUrl: string;
const emptyName = `ovoz_restored_${process.pid}`;
const runOnServer = async (sql: string, url: string | URL = new URL(inject('templateDatabase'))) => {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-backup-'));
  const template = new URL(inject('templateDatabase'));
  await runOnServer(`CREATE DATABASE ${emptyName} TEMPLATE ${template.pathname.slice(1)}`);
  emptyUrl = Object.assign(template, { pathname: `/${emptyName}` }).href;
});
afterAll(async () => {
  await runOnServer(`DROP DATABASE ${emptyName} WITH (FORCE)`);
  await rm(folder, { recursive: true });
});

const key = 'a key of the owner, long enough';

const applicationName = 'ovoz_backup_test';
const withApplicationName = (url: string) => {
  const address = new URL(url);
  address.searchParams.set('application_name', applicationName);
  return address.href;
};

/** Ends the idle transactions once, while a recording is copied, as Postgres does after an idle timeout. */
function withIdleTimeout(inner: Storage): Storage {
  let isEnded = false;
  const endIdleTransactions = async () => {
    if (isEnded) return;
    isEnded = true;
    await runOnServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${applicationName}'
       AND state LIKE 'idle in transaction%'`,
    );
  };
  return {
    ...inner,
    get: (name) => endIdleTransactions().then(() => inner.get(name)),
    put: (name, file) => endIdleTransactions().then(() => inner.put(name, file)),
  };
}

test('a lost machine is restored completely: every lead, its call and turns, its recording, and the owner’s voice', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) {
    const visitor = newVisitor();
    await openCall(visitor);
    await recordEvents(visitor.room, [
      turn(0, Date.now() - 10_000, { speaker: 'agent', text: `Savol ${at}?`, metrics: { costUsd: 0.1 } }),
      { type: 'ended', reason: 'visitor_left', atMs: Date.now(), spent: { costUsd: 0.2 } },
    ]);
    const { leadReceipt } = await saveRecording(
      newRecording({ room: visitor.room, bytes: 2_000_000 + 2 * at }),
      visitor.browserHash,
    );
    ids.push(leadReceipt._id);
  }
  const audio = { audioKey: 'voice/one.wav', bytes: 300_000 };
  await storage().put(audio.audioKey, newRecording({ bytes: audio.bytes }).file);
  const sentence = { sentence: 'key', language: 'en', text: 'Hello!', durationS: 6, problems: ['noisy'] };
  await db().sentenceRecording.create({ data: { ...sentence, ...audio, id: randomUUID() } });
  const from = {
    databaseUrl: withApplicationName(process.env.DATABASE_URL ?? ''),
    storage: withIdleTimeout(storage()),
  };
  const before = await listLeads();
  const file = path.join(folder, 'one.backup');
  expect(await backUp(from, { file, key })).toMatchObject({ files: 6, absent: [] });
  expect((await readFile(file, 'latin1')).includes('Savol')).toBe(false);

  const emptyStorage = folderStorage(path.join(folder, 'empty'));
  const to = { databaseUrl: withApplicationName(emptyUrl), storage: withIdleTimeout(emptyStorage) };
  // The first try fails at the third recording.
  let stored = 0;
  const failingStorage: Storage = {
    ...emptyStorage,
    put: (name, spooled) =>
      ++stored === 3 ? Promise.reject(new Error('cut')) : emptyStorage.put(name, spooled),
  };
  await expect(restore({ file, key }, { ...to, storage: failingStorage })).rejects.toThrow('cut');
  expect(await readdir(emptyStorage.spoolFolder)).toEqual([]);
  expect(await restore({ file, key }, to)).toMatchObject({ files: 6 });
  const client = new pg.Client({ connectionString: emptyUrl });
  await client.connect();
  const { rows } = await client.query<{
    id: string;
    audioKey: string;
    audioBytes: number;
    turns: number;
    costUsd: number;
  }>(
    `SELECT l.id, "audioKey", "audioBytes", (SELECT count(*)::int FROM "Turn" t WHERE t."callId" = l."callId") AS turns, "costUsd"
     FROM "Lead" l JOIN "Call" c ON c."id" = l."callId" ORDER BY l."createdAt"`,
  );
  await client.end();
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(before.leads.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
  for (const { audioKey, audioBytes, turns, costUsd } of rows) {
    const bytes = await new Response(await to.storage.get(audioKey)).arrayBuffer();
    expect([bytes.byteLength, turns]).toEqual([audioBytes, 1]);
    expect(costUsd).toBeCloseTo(0.3);
  }
  const voice = await new Response(await to.storage.get(audio.audioKey)).arrayBuffer();
  expect(voice.byteLength).toBe(audio.bytes);
  await expect(restore({ file, key }, to)).rejects.toThrow('in use');
});

/** Opens a client of this database that closes after the test. */
async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const clearTables = 'TRUNCATE "Lead", "Call", "SentenceRecording" CASCADE';

test('a table that is added later is in the backup with every digit, and a row that differs after the restore is refused', async () => {
  const [source, target] = [
    await connectClient(process.env.DATABASE_URL ?? ''),
    await connectClient(emptyUrl),
  ];
  await target.query(clearTables);
  const later =
    'CREATE TABLE "Later" ("id" int PRIMARY KEY, "sum" numeric, "made" timestamptz, "list" text[], "facts" jsonb)';
  for (const client of [source, target]) await client.query(later);
  onTestFinished(async () => {
    for (const client of [source, target]) await client.query('DROP TABLE "Later"');
  });
  await source.query(
    `INSERT INTO "Later" SELECT n, 12345678901234567890.10, now(), '{a,b}', '{"b":1.50,"a":null}' FROM generate_series(1, 700) AS n`,
  );
  const file = path.join(folder, 'later.backup');
  await backUp({ databaseUrl: process.env.DATABASE_URL ?? '', storage: storage() }, { file });
  const to = { databaseUrl: emptyUrl, storage: folderStorage(path.join(folder, 'empty')) };

  await target.query(
    'CREATE RULE "spoils" AS ON INSERT TO "Later" DO ALSO UPDATE "Later" SET "list" = NULL WHERE "id" = 600',
  );
  await expect(restore({ file }, to)).rejects.toThrow('Later is not as in the backup');
  await target.query('DROP RULE "spoils" ON "Later"');
  await restore({ file }, to);
  const rows = async (client: pg.Client) => (await client.query('SELECT * FROM "Later" ORDER BY "id"')).rows;
  expect(await rows(target)).toEqual(await rows(source));
  await target.query(clearTables);
});

test('a wrong or missing key and a damaged backup are reported before anything is written', async () => {
  const from = { databaseUrl: process.env.DATABASE_URL ?? '', storage: storage() };
  const file = path.join(folder, 'two.backup');
  await backUp(from, { file, key });
  const target = path.join(folder, 'nothing');
  const nowhere = { databaseUrl: emptyUrl, storage: folderStorage(target) };
  const client = new pg.Client({ connectionString: emptyUrl });
  await client.connect();
  await client.query(clearTables);
  await client.end();
  await expect(restore({ file, key: 'another key of somebody' }, nowhere)).rejects.toThrow('damaged');
  await expect(restore({ file }, nowhere)).rejects.toThrow('BACKUP_KEY');
  const bytes = await readFile(file);
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expect(restore({ file, key }, nowhere)).rejects.toThrow('damaged');
  await writeFile(file, 'ovoz-sealed-1\nof an older release');
  await expect(restore({ file, key }, nowhere)).rejects.toThrow('restore it with that one');
  await expect(readdir(target)).rejects.toThrow('ENOENT');
});

test('a backup that finds too little disk space, before or during the run, leaves the disk as it was', async () => {
  const target = await mkdtemp(path.join(folder, 'full-'));
  const abandoned = path.join(target, 'ovoz-2026-01-02T000000.backup.part');
  await writeFile(abandoned, 'half');
  await utimes(abandoned, new Date(0), new Date(0));
  const file = path.join(target, 'ovoz-2026-01-03T000000.backup');
  const from = { databaseUrl: process.env.DATABASE_URL ?? '', storage: storage() };
  disk.freeBytes = 1e6;
  await expect(backUp(from, { file })).rejects.toThrow('has no room for the backup');
  disk.freeBytes = 1e12;
  const fillingStorage: Storage = {
    ...from.storage,
    get: async () => {
      disk.freeBytes = 1e6;
      return new Blob([randomBytes(9_000_000)]).stream();
    },
  };
  await expect(backUp({ ...from, storage: fillingStorage }, { file })).rejects.toThrow(
    'has no room for the backup',
  );
  expect(await readdir(target)).toEqual([]);
  disk.freeBytes = 1e12;
  const blocked = path.join(target, 'blocked.backup');
  await mkdir(`${blocked}.part`);
  await expect(backUp(from, { file: blocked })).rejects.toThrow('EISDIR');
  expect((await backUp(from, { file })).files).toBe(6);
});

test('rotation leaves the newest backups and every other file', async () => {
  const backups = await mkdtemp(path.join(folder, 'rotated-'));
  const names = ['a.backup', 'ovoz-2026-01-02T000000.backup', 'ovoz-2026-01-10T000000.backup'];
  for (const name of [...names, 'ovoz-2025-12-31T235959.backup'])
    await writeFile(path.join(backups, name), '');
  rotateBackups(backups, 2);
  expect((await readdir(backups)).toSorted()).toEqual(names);
});

test('a restore queues unfinished leads and calls in its transaction, because a backup holds no jobs', async () => {
  const [sent, talked, silent, answered] = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
  for (const visitor of [sent, talked, silent, answered]) await openCall(visitor);
  await saveRecording(newRecording({ room: sent.room }), sent.browserHash);
  const startMs = Date.now() - 60_000;
  for (const { room } of [talked, answered])
    await recordEvents(room, [
      { type: 'started', atMs: startMs },
      turn(0, startMs, { speaker: 'visitor', text: 'Salom' }),
    ]);
  await recordEvents(talked.room, [{ type: 'ended', atMs: startMs + 9_000, reason: 'visitor_left' }]);
  // The first answer made this call a lead before the call ended.
  await db().$transaction((tx) => leadOfCall(tx, answered.room));
  const file = path.join(folder, 'unfinished.backup');
  await backUp({ databaseUrl: process.env.DATABASE_URL ?? '', storage: storage() }, { file });

  const target = await connectClient(emptyUrl);
  await target.query(`${clearTables}; DELETE FROM pgboss.job`);
  const to = { databaseUrl: emptyUrl, storage: folderStorage(path.join(folder, 'empty')) };
  const { unfinished } = await restore({ file }, to);
  const { rows } = await target.query(
    `SELECT j.name, c.room FROM pgboss.job j
    LEFT JOIN "Lead" l ON l.id::text = data->>'leadId' AND l.revision = (data->>'revision')::int
    JOIN "Call" c ON c.id::text = data->>'callId' OR c.id = l."callId"
    WHERE c.room = ANY($1)`,
    [[sent, talked, silent, answered].map(({ room }) => room)],
  );
  expect(new Set(rows.map(({ name, room }) => `${name} ${room}`))).toEqual(
    new Set([
      `process-lead ${sent.room}`,
      `process-lead ${answered.room}`,
      ...[sent, talked, silent, answered].map(({ room }) => `settle-call ${room}`),
    ]),
  );
  expect((await target.query('SELECT FROM pgboss.job')).rowCount).toBe(unfinished);
  await target.query(clearTables);
});
