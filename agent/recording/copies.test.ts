import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type AgentCopy, type AgentCopyStep, agentCopy } from '../../lib/contracts/call-events.ts';
import { dayMs } from '../../lib/time.ts';
import { readSigned } from '../../lib/server/http/signing.ts';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { askSigned } from '../reporting/events.ts';
import { Copies } from './copies.ts';
import { beginCopy } from './copy-folder.ts';
import { OggOpus } from './ogg-opus.ts';

const room = 'chat-1800000000000-abcdefghijkl';
/** The web app: its next answers, and the requests that it got. A number is an error status. */
const web = {
  url: '',
  answers: new Array<AgentCopyStep | number | { status: number; code: string }>(),
  requests: new Array<AgentCopy>(),
};

beforeAll(async () => {
  vi.stubEnv('LIVEKIT_URL', 'ws://127.0.0.1:7880');
  vi.stubEnv('LIVEKIT_API_KEY', 'devkey');
  vi.stubEnv('LIVEKIT_API_SECRET', 'secretsecretsecretsecretsecretsecret');
  const server = await startLoopbackServer(async ({ url, headers }, response) => {
    const { req } = response;
    const body = Buffer.concat(await Array.fromAsync(req));
    const { authorization = '' } = headers;
    const request = new Request('http://localhost', { method: 'POST', body, headers: { authorization } });
    const copy = agentCopy.parse(JSON.parse(Buffer.from(await readSigned(request, 1e6)).toString()));
    expect(url).toBe(`/api/calls/${copy.room}/recording`);
    web.requests.push(copy);
    const next = web.answers.shift() ?? 500;
    if (typeof next === 'number') response.writeHead(next).end();
    else if (typeof next === 'object') response.writeHead(next.status).end(JSON.stringify(next));
    else response.end(JSON.stringify({ next }));
  });
  web.url = server.url;
  return server.stop;
});
beforeEach(() => {
  web.answers = [];
  web.requests = [];
});

const newCopy = (folder: string, job: string, callbackUrl = web.url) =>
  beginCopy(path.join(folder, job), { room, language: 'uz', callbackUrl });

/** A folder with a call's copy of this length, last written a while ago. */
async function folderWithCopy({ seconds = 30, ageMs = 60_000 } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-copies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const copies = new Copies(folder, askSigned);
  const file = await newCopy(folder, 'AJ_1');
  const ogg = new OggOpus(120);
  const packets = Array.from({ length: 50 }, () => Uint8Array.of(0xfc, 0xff, 0xfe));
  const pages = Array.from({ length: seconds }, () => ogg.page(packets));
  await writeFile(file, Buffer.concat([ogg.head(), ...pages]));
  const at = new Date(Date.now() - ageMs);
  await utimes(file, at, at);
  return { folder, offer: () => copies.offerFinished(), remaining: () => readdir(folder) };
}

it('sends the sound on request, and deletes the copy once it is stored', async () => {
  const { offer, remaining } = await folderWithCopy();
  web.answers = ['wait', 'send', 'delete'];
  await offer();
  expect(await remaining()).toEqual(['AJ_1']);
  await offer();
  expect(await remaining()).toEqual([]);
  expect(web.requests.map(({ audio }) => audio !== undefined)).toEqual([false, false, true]);
  expect(web.requests[2]).toMatchObject({ room, durationS: 30 });
  expect(Buffer.from(web.requests[2]?.audio ?? '', 'base64').length).toBe(web.requests[2]?.bytes);
});

it('sends no sound when the browser’s recording is there', async () => {
  const { offer, remaining } = await folderWithCopy();
  web.answers = ['delete'];
  await offer();
  expect(web.requests).toEqual([{ room, durationS: 30, bytes: expect.any(Number) }]);
  expect(await remaining()).toEqual([]);
});

function advanceClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

it.each([
  ['its storage is full', { status: 507, code: 'storage_full' }],
  ['its key was replaced', { status: 401, code: 'unauthorized' }],
  ['a proxy refuses it', 403],
  ['a proxy finds it too large', 413],
  ['a proxy knows no such path', 404],
])('does not delete the copy while the web app cannot take it: %s', async (_, refusal) => {
  const { offer, remaining } = await folderWithCopy();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  web.answers = [503, 'send', refusal, 'send', 'delete'];
  await offer();
  await offer();
  expect(web.requests).toHaveLength(1);
  advanceClock(6_000);
  await offer();
  expect(await remaining()).toEqual(['AJ_1']);
  advanceClock(6_000);
  await offer();
  expect(web.requests).toHaveLength(3);
  advanceClock(6_000);
  await offer();
  expect(await remaining()).toEqual([]);
});

it.each([
  { status: 404, code: 'not_found' },
  { status: 410, code: 'lead_deleted' },
])('deletes the copy of a call that was deleted: $code', async (refusal) => {
  const { offer, remaining } = await folderWithCopy();
  web.answers = [refusal];
  await offer();
  expect(await remaining()).toEqual([]);
});

it('offers copies to the other web apps while one does not answer', async () => {
  const hung = await startLoopbackServer(() => undefined);
  onTestFinished(hung.stop);
  const { folder, offer, remaining } = await folderWithCopy();
  await copyFile(path.join(folder, 'AJ_1', 'sound.ogg'), await newCopy(folder, 'AJ_0', hung.url));
  const at = new Date(Date.now() - 60_000);
  await utimes(path.join(folder, 'AJ_0', 'sound.ogg'), at, at);
  web.answers = ['delete'];
  const round = offer();
  await expect.poll(remaining).toEqual(['AJ_0']);
  await hung.stop();
  await round;
  expect(await remaining()).toEqual(['AJ_0']);
});

it('survives another process that deletes a copy in the same round', async () => {
  const { folder, remaining } = await folderWithCopy();
  const removeOther = async () => {
    await rm(path.join(folder, 'AJ_2'), { recursive: true });
    return { next: 'delete' };
  };
  const copies = new Copies(folder, removeOther);
  await newCopy(folder, 'AJ_2');
  await copies.offerFinished();
  expect(await remaining()).toEqual([]);
});

it('ignores a copy that is still being written', async () => {
  const { offer, remaining } = await folderWithCopy({ ageMs: 1_000 });
  await offer();
  expect(await remaining()).toEqual(['AJ_1']);
  expect(web.requests).toEqual([]);
});

it('deletes copies after a week, and copies without sound', async () => {
  const old = await folderWithCopy({ ageMs: 8 * dayMs });
  web.answers = [503];
  await old.offer();
  expect(await old.remaining()).toEqual([]);
  const empty = await folderWithCopy({ seconds: 0 });
  await empty.offer();
  expect(await empty.remaining()).toEqual([]);
  expect(web.requests).toHaveLength(1);
});

it('is not stopped by a file of sound that breaks off in its first page', async () => {
  const { folder, offer, remaining } = await folderWithCopy();
  await mkdir(path.join(folder, 'AJ_0'));
  await writeFile(path.join(folder, 'AJ_0', 'sound.ogg'), Buffer.from('OggS'));
  const at = new Date(Date.now() - 60_000);
  await utimes(path.join(folder, 'AJ_0', 'sound.ogg'), at, at);
  web.answers = ['delete'];
  await offer();
  expect(await remaining()).toEqual([]);
});
