import { expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { createLead, updateLead, updateLeads } from './lead-writes.ts';
import { leadQuery } from '../../contracts/leads.ts';
import { listLeads } from './repository.ts';

setUpEnvironment();

const findIds = async (q: string) => (await listLeads(leadQuery.parse({ q }))).leads.map(({ _id }) => _id);

test('a search finds the latest words, and not the replaced ones', async () => {
  const [one, other] = await Promise.all(
    ['+998901112233', '+998907778899'].map((phone) => createLead(db(), { phone })),
  );
  const { id = '' } = one ?? {};
  expect(await findIds('1112233')).toEqual([id]);

  await updateLeads(db(), [id, other?.id ?? ''], { note: 'Shartnoma yuborilsin' });
  expect((await findIds('shartnoma')).toSorted()).toEqual([id, other?.id].toSorted());
  await updateLead(db(), id, { summary: { ism: 'Aziz' }, transcription: 'Visitor: narxlar' });
  expect(await findIds('aziz')).toEqual([id]);
  expect(await findIds('narxlar')).toEqual([id]);
  await updateLead(db(), id, { phone: '+998935554433', note: '' });
  expect(await findIds('shartnoma')).toEqual([other?.id]);
  expect(await findIds('1112233')).toEqual([]);
});

test('a change does nothing if the lead is not as expected', async () => {
  const { id } = await createLead(db(), { phone: '+998901234567', status: 'processing' });
  expect(await updateLead(db(), id, { note: 'late' }, { status: 'pending' })).toBe(false);
  expect(await db().lead.findUnique({ where: { id } })).toMatchObject({ note: '' });
});

test.each([
  [{ ism: 'Aziz', maqsad: 'narx' }, '{"ism":"Aziz","maqsad":"narx"}'],
  ['Narxlarni soʻradi.', 'Narxlarni soʻradi.'],
])('the API returns the summary %j as text', async (summary, text) => {
  const { id } = await createLead(db(), { phone: '+998901234567', summary });
  const { leads } = await listLeads();
  expect(leads.find(({ _id }) => _id === id)?.summary).toBe(text);
});
