import { expect, test } from 'vitest';
import { callEvents } from '../../contracts/call-events.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { assignCallToWorker } from './claim.ts';
import { recordEvents } from './events.ts';
import { openCall } from './open.ts';

setUpEnvironment();

const claim = (room: string, jobId: string) => assignCallToWorker({ room, jobId, workerId: 'AW_1' });

test('one call is assigned to one agent job', async () => {
  const { room, ...visitor } = newVisitor();
  await openCall({ room, ...visitor });
  const jobs = ['AJ_1', 'AJ_2', 'AJ_3', 'AJ_4', 'AJ_5'];
  const answers = await Promise.allSettled(jobs.map((job) => claim(room, job)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const claimed = jobs[answers.findIndex(({ status }) => status === 'fulfilled')] ?? '';
  await expect(claim(room, claimed)).resolves.toBeUndefined();
  await expect(claim(room, 'AJ_6')).rejects.toMatchObject({ code: 'call_taken' });
  // The visitor's browser may return to it.
  await expect(openCall({ room, ...visitor })).resolves.toMatchObject({ claimed: true });
});

test('an ended or unknown room gets no agent', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await recordEvents(visitor.room, [{ type: 'ended', atMs: Date.now(), reason: 'visitor_left' }]);
  await expect(claim(visitor.room, 'AJ_1')).rejects.toMatchObject({ code: 'call_ended' });
  await expect(claim(newVisitor().room, 'AJ_1')).rejects.toMatchObject({ code: 'not_found' });
});

test('a second room gets no agent if the agent has just closed the visitor’s call', async () => {
  const [first, second] = [newVisitor(), newVisitor()];
  second.browserHash = first.browserHash;
  await openCall(first);
  await openCall(second);
  await claim(first.room, 'AJ_1');
  const atMs = Date.now();
  const events = [turn(0, atMs, { speaker: 'visitor' }), { type: 'ended', atMs, reason: 'agent_closed' }];
  await recordEvents(first.room, callEvents.shape.events.parse(events));
  await expect(claim(second.room, 'AJ_2')).rejects.toMatchObject({ code: 'cooldown' });
});
