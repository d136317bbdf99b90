import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type CallEvent, callEvents } from '../../lib/contracts/call-events.ts';
import type { Post } from './events.ts';
import { UnsentEvents } from './unsent-events.ts';

const room = 'chat-1800000000000-abcdefghijkl';
const call = { url: `http://web.test/api/calls/${room}/events`, room };
const events: CallEvent[] = [
  { type: 'started', atMs: 1_800_000_000_000 },
  { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Aziz' },
  { type: 'ended', atMs: 1_800_000_060_000, reason: 'agent_closed' },
];

/** Two agent processes on one disk, and a web app that is away until the test starts it. */
async function givenProcesses() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-events-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const web = { status: 503, accepted: new Array<CallEvent>() };
  const post: Post = async (url, body) => {
    expect(url).toBe(call.url);
    if (web.status < 300) web.accepted.push(...callEvents.parse(body).events);
    return web.status;
  };
  const fileNames = () => readdir(folder);
  const ageFiles = async () => {
    const at = new Date(Date.now() - 10_000);
    for (const name of await fileNames()) await utimes(path.join(folder, name), at, at);
  };
  return {
    web,
    fileNames,
    ageFiles,
    ownProcess: new UnsentEvents(folder, post),
    otherProcess: new UnsentEvents(folder, post),
  };
}

it("another process sends the events that the call's own process could not send", async () => {
  const { web, fileNames, ageFiles, ownProcess, otherProcess } = await givenProcesses();
  const sender = ownProcess.senderOf('AJ_1', call);
  for (const event of events) sender.push(event);
  expect(await sender.close(100)).toBe(3);
  web.status = 204;
  await otherProcess.sendAbandoned();
  expect(web.accepted).toEqual([]);
  await ageFiles();
  await otherProcess.sendAbandoned();
  expect(web.accepted).toEqual(events);
  expect(await fileNames()).toEqual([]);
});

it('when two processes send the same events, the file is deleted, and a later event leaves no file', async () => {
  const { web, fileNames, ageFiles, ownProcess, otherProcess } = await givenProcesses();
  const sender = ownProcess.senderOf('AJ_1', call);
  sender.push({ type: 'started', atMs: 1_800_000_000_000 });
  await expect.poll(fileNames).toEqual(['AJ_1']);
  await ageFiles();
  web.status = 204;
  await otherProcess.sendAbandoned();
  await sender.close(5_000);
  expect(await fileNames()).toEqual([]);
  sender.push({ type: 'ended', atMs: 1_800_000_060_000, reason: 'agent_closed' });
  expect(await sender.close(5_000)).toBe(0);
  expect(await fileNames()).toEqual([]);
});
