import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { draftOf } from '../../contracts/agent-plan.ts';
import { leadQuery } from '../../contracts/leads.ts';
import { hourMs } from '../../time.ts';
import { db } from '../platform/db.ts';
import { recordEvents } from '../calls/events.ts';
import { openCall } from '../calls/open.ts';
import { leadOfCall } from './call-leads.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { addAttempt, changeLead, changeLeads } from './changes.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { publishedVersion } from '../plan/plan-versions.ts';
import { addDeskView, deleteDeskView, deskViews } from './desk-views.ts';
import { readLeadDetail, listLeads } from './repository.ts';

setUpEnvironment();

async function createLead(phone = `+99890${randomInt(1_000_000, 10_000_000)}`): Promise<string> {
  const { id } = await db().lead.create({ data: { phone }, select: { id: true } });
  return id;
}

const findIds = async (query: object) => {
  const { leads } = await listLeads({ ...leadQuery.parse({}), limit: 100, ...query });
  return leads.map(({ _id }) => _id);
};

test.each([
  '+998 90 111 22 33',
  '90 111-22-33',
  '998901112233',
  '8 90 111 22 33',
  '00998 90 111-22-33',
  '(90) 111 22',
  '2233',
  '00998 90 11',
  '\u{202A}+998 90 111\u{2011}22\u{2011}33\u{202C}',
  '\u{2066}90\u{A0}111\u{2012}22\u{2212}33\u{2069}\u{200E}',
  'tel:+998901112233',
  '\u{200F}Tel: 90/111/22/33,',
  'Tel.: 90 111 22 33',
  'Aziza +998 90 111 22 33',
  'тел. +998 (90) 111-22-33, Азиз',
  'https://wa.me/998901112233',
])('a number is found as "%s"', async (q) => {
  const id = await createLead('+998901112233');
  const other = await createLead('+998935556677');
  const ids = await findIds({ q });
  expect(ids).toContain(id);
  expect(ids).not.toContain(other);
});

test('a number finds no other number whose parts it repeats, and finds a note that contains it', async () => {
  const searched = await createLead('+998904524790');
  const other = await createLead('+998904524791');
  const noted = await createLead('+998935556677');
  // These changes also store the search text, which createLead() does not.
  await changeLead(other, { note: 'Singlisi' });
  await changeLead(noted, { note: 'Akasi: 90 452 47 90' });
  for (const q of ['+998 90 452 47 90', '90 452 47 90', '904524790', '452 47 90']) {
    const ids = await findIds({ q });
    expect(ids).toContain(searched);
    expect(ids).not.toContain(other);
  }
  expect(await findIds({ q: '90 452-47-90' })).toContain(noted);
});

test('overdue leads come first; leads planned for later are sorted by their age', async () => {
  const [overdue, planned, newest] = [await createLead(), await createLead(), await createLead()];
  await changeLead(overdue, { nextAt: new Date(Date.now() - hourMs).toISOString(), nextStep: 'narx' });
  await changeLead(planned, { nextAt: new Date(Date.now() + 48 * hourMs).toISOString() });
  const ids = await findIds({ sort: 'due' });
  expect(ids[0]).toBe(overdue);
  expect(ids.indexOf(newest)).toBeLessThan(ids.indexOf(planned));
  expect(await findIds({ next: 'due' })).toEqual([overdue]);
  expect(await findIds({ next: 'planned' })).toEqual([planned, overdue]);
  await changeLead(overdue, { nextAt: null, nextStep: '' });
  expect(await findIds({ next: 'due' })).toEqual([]);
});

test('leads due later today come after overdue ones, before the others', async () => {
  const [later, overdue, newest] = [await createLead(), await createLead(), await createLead()];
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tashkent' }).format();
  await changeLead(later, { nextAt: new Date(`${today}T23:59:59+05:00`).toISOString() });
  await changeLead(overdue, { nextAt: new Date(Date.now() - hourMs).toISOString() });
  const ids = await findIds({ sort: 'due' });
  expect([overdue, later, newest].map((id) => ids.indexOf(id))).toEqual([0, 1, 2]);
  await changeLeads([later, overdue], { nextAt: null });
});

test('closing a lead clears its next action', async () => {
  const [alone, bulk, later] = [await createLead(), await createLead(), await createLead()];
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  await changeLead(alone, { nextAt: at(-3), nextStep: 'narx' });
  await changeLead(bulk, { nextAt: at(-2), nextStep: 'narx' });
  await changeLead(later, { nextAt: at(-1) });
  expect((await findIds({ sort: 'due' })).slice(0, 3)).toEqual([alone, bulk, later]);
  await changeLead(alone, { mark: 'closed' });
  await changeLeads([bulk], { mark: 'closed' });
  expect(await findIds({ next: 'due' })).toEqual([later]);
  expect((await findIds({ sort: 'due' }))[0]).toBe(later);
  expect(await readLeadDetail(alone)).toMatchObject({ mark: 'closed', nextStep: '', nextAt: undefined });
});

test('two operators who write a note at once keep both texts', async () => {
  const id = await createLead();
  expect(await changeLead(id, { note: 'Ertaga', noteBefore: '' })).toEqual({ note: 'Ertaga' });
  expect(await changeLead(id, { note: 'Narx', noteBefore: '' })).toEqual({ note: 'Ertaga\nNarx' });
  const edited = { note: 'Ertaga, 10:00', noteBefore: 'Ertaga\nNarx' };
  // The second request is a retry of the first, whose answer was lost.
  for (let time = 0; time < 2; time++) expect(await changeLead(id, edited)).toEqual({ note: edited.note });
  expect(await changeLead(id, { note: '', noteBefore: 'Narx' })).toEqual({ note: edited.note });
  expect(await changeLead(id, { mark: 'called' })).toEqual({ note: edited.note });
  const long = { note: 'a'.repeat(3_995), noteBefore: 'Narx' };
  await expect(changeLead(id, long)).rejects.toMatchObject({ code: 'invalid_field' });
});

test('a call back is stored, and reaching somebody marks the lead as called', async () => {
  const id = await createLead();
  await changeLead(id, { nextAt: new Date().toISOString(), nextStep: 'narx' });
  await addAttempt(id, { outcome: 'no_answer', note: '' });
  expect(await readLeadDetail(id)).toMatchObject({ mark: 'to_call', nextStep: 'narx' });
  await addAttempt(id, { outcome: 'reached', note: 'ertaga' });
  const lead = await readLeadDetail(id);
  expect(lead).toMatchObject({ mark: 'called', nextStep: '', nextAt: undefined });
  expect(lead.attempts.map(({ outcome, note }) => [outcome, note])).toEqual([
    ['reached', 'ertaga'],
    ['no_answer', ''],
  ]);
  await db().lead.delete({ where: { id } });
  expect(await db().attempt.count({ where: { leadId: id } })).toBe(0);
});

test('a lead lists the others of its number, and several leads are marked at once', async () => {
  const phone = `+99891${randomInt(1_000_000, 10_000_000)}`;
  const [first, second] = [await createLead(phone), await createLead(phone)];
  expect((await readLeadDetail(first)).samePhone.map(({ _id }) => _id)).toEqual([second]);
  expect(await changeLeads([first, second], { mark: 'closed' })).toBe(2);
  const { leads } = await listLeads(leadQuery.parse({ ids: `${first},${second}`, limit: 10 }));
  expect(leads.map(({ mark, samePhoneCount }) => [mark, samePhoneCount])).toEqual([
    ['closed', 2],
    ['closed', 2],
  ]);
});

test('an agreed time becomes the next action, unless the office has planned another one', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const startMs = Date.now() - 60_000;
  const agreeCallBack = (index: number, when: string, atMs: number) =>
    recordEvents(visitor.room, [{ type: 'call_back_at', index, when, atMs }]);
  await recordEvents(visitor.room, [
    { type: 'started', atMs: startMs },
    turn(0, startMs, { speaker: 'agent', text: 'Salom!' }),
  ]);
  await agreeCallBack(1, 'bir soat oldin', Date.now() - hourMs);
  await db().$transaction((tx) => leadOfCall(tx, visitor.room));
  const { id } = await db().lead.findUniqueOrThrow({ where: { room: visitor.room } });
  expect(await readLeadDetail(id)).toMatchObject({
    nextStep: 'bir soat oldin',
    callBack: { when: 'bir soat oldin' },
  });
  expect((await findIds({ next: 'due' }))[0]).toBe(id);

  const laterMs = Date.now() + 48 * hourMs;
  await agreeCallBack(2, 'indinga', laterMs);
  expect(await readLeadDetail(id)).toMatchObject({
    nextStep: 'indinga',
    nextAt: new Date(laterMs).toISOString(),
  });

  await recordEvents(visitor.room, [{ type: 'call_back_at', index: 3, when: 'keyinroq' }]);
  expect(await readLeadDetail(id)).toMatchObject({ nextStep: 'keyinroq', callBack: { when: 'keyinroq' } });
  expect((await readLeadDetail(id)).nextAt).toBeUndefined();
  await agreeCallBack(4, 'ertaga', laterMs - hourMs);
  expect(await readLeadDetail(id)).toMatchObject({ nextAt: new Date(laterMs - hourMs).toISOString() });

  const planned = { nextAt: new Date(Date.now() + hourMs).toISOString(), nextStep: 'narx' };
  await changeLead(id, planned);
  await agreeCallBack(5, 'dushanba', laterMs + hourMs);
  expect(await readLeadDetail(id)).toMatchObject({ ...planned, callBack: { when: 'dushanba' } });
});

test('a view with a character that Postgres cannot store does not break the others', async () => {
  const id = await addDeskView({ name: 'Odd', query: 'left=%00' });
  expect((await deskViews()).own).toEqual([expect.objectContaining({ id, count: 0 })]);
  await deleteDeskView(id);
});

test('each view has its number of leads', async () => {
  await db().lead.deleteMany();
  const closed = await createLead();
  await createLead();
  await changeLead(closed, { mark: 'closed' });
  await addDeskView({ name: 'Toshkent', query: 'mark=closed' });
  expect(await deskViews()).toMatchObject({
    counts: { all: 2, due: 0, to_call: 1, called: 0, closed: 1, no_recording: 2, missed: 0 },
    own: [{ name: 'Toshkent', count: 1 }],
  });
});

test('the desk filters leads by the language model, and by the question at which the visitor left', async () => {
  const createCallLead = async (facts: object) => {
    const { room } = newVisitor();
    const call = { room, language: 'uz', browserHash: room, startedAt: new Date(), ...facts };
    const { id: callId } = await db().call.create({ data: call });
    const { id } = await db().lead.create({ data: { phone: '+998901112244', callId } });
    return id;
  };
  const left = { endReason: 'visitor_left' } as const;
  const early = await createCallLead(left);
  const late = await createCallLead({ ...left, lastTopic: 'goal', promptTokens: 120 });
  await createCallLead({ endReason: 'agent_closed', waits: 'x' });
  expect(await findIds({ left: '-' })).toEqual([early]);
  expect(await findIds({ left: 'goal' })).toEqual([late]);
  expect(await findIds({ model: 'yes' })).toEqual([late]);
});

test('a row has the end of the call, the number of answered questions and both waveforms', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const startMs = Date.now() - 60_000;
  await recordEvents(visitor.room, [
    { type: 'started', atMs: startMs },
    { ...turn(0, startMs, { speaker: 'agent', text: 'Ismingiz nima?' }), topic: 'name' },
    { ...turn(1, startMs, { speaker: 'visitor' }), topic: 'name' },
    { ...turn(2, startMs, { speaker: 'agent', text: 'Kasbingiz nima?' }), topic: 'profession' },
    { ...turn(3, startMs, { speaker: 'visitor' }), topic: 'profession' },
    { ...turn(4, startMs, { speaker: 'agent', text: 'Maqsadingiz nima?' }), topic: 'goal' },
    { type: 'ended', atMs: startMs + 20_000, reason: 'visitor_left' },
  ]);
  await db().$transaction((tx) => leadOfCall(tx, visitor.room));
  const peaks = Uint8Array.from([...Array<number>(80).fill(0), ...Array<number>(80).fill(200)]);
  const { id } = await db().lead.update({ where: { room: visitor.room }, data: { peaks } });
  const { leads } = await listLeads(leadQuery.parse({ ids: id, limit: 1 }));
  expect(leads[0]).toMatchObject({
    interview: { end: 'visitor_left', answered: 2, questions: 4 },
    wave: { visitor: Array<number>(40).fill(0), agent: Array<number>(40).fill(200) },
  });
  const missed = await createLead();
  const { leads: others } = await listLeads(leadQuery.parse({ ids: missed, limit: 1 }));
  expect(others[0]?.interview).toBeUndefined();
});

test('a row counts the questions of its own version of the plan, not of another one with its number', async () => {
  const draft = draftOf(configuredPlan());
  const plan = { ...draft, topics: draft.topics.slice(0, 1) };
  await db().planVersion.create({ data: { number: 1, plan, author: 'Aziza' } });
  const version = await publishedVersion();
  const countQuestions = async (planVersion: string | undefined) => {
    const visitor = newVisitor();
    await openCall(visitor);
    await recordEvents(visitor.room, [{ type: 'started', atMs: Date.now() - 60_000, planVersion }]);
    await db().$transaction((tx) => leadOfCall(tx, visitor.room));
    const { id } = await db().lead.findUniqueOrThrow({ where: { room: visitor.room } });
    const { leads } = await listLeads(leadQuery.parse({ ids: id, limit: 1 }));
    return leads[0]?.interview?.questions;
  };
  expect(await countQuestions(version)).toBe(1);
  expect(await countQuestions('v1')).toBe(1);
  expect(await countQuestions('v1-abc')).toBe(4);
});
