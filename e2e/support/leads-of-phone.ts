import { expect, type APIRequestContext } from '@playwright/test';
import { ParticipantInfo_Kind } from '@livekit/protocol';
import type { Lead } from '../../lib/contracts/leads.ts';
import { roomService } from '../../lib/server/platform/livekit.ts';
import { withClient } from '../../lib/server/platform/with-client.ts';

function storedForm(phone: string): string {
  return phone.replaceAll(' ', '');
}

export async function leadsOf(request: APIRequestContext, phone: string): Promise<Lead[]> {
  const response = await request.get('/api/leads');
  expect(response.status()).toBe(200);
  const { leads }: { leads: Lead[] } = await response.json();
  return leads.filter(({ phoneNumber }) => phoneNumber === storedForm(phone));
}

/** Waits for the one lead of a call with its recording, also while the server restarts. */
export async function recordedLead(request: APIRequestContext, phone: string): Promise<Lead> {
  const leads: Lead[] = [];
  await expect(async () => {
    leads.splice(0, Infinity, ...(await leadsOf(request, phone)));
    expect(leads.map(({ hasAudio }) => hasAudio)).toEqual([true]);
  }).toPass({ timeout: 60_000 });
  const [lead] = leads;
  if (!lead) throw new Error('No lead.');
  return lead;
}

/** Deletes the leads, recordings and calls of a number. */
export async function deleteLeadsAndCalls(request: APIRequestContext, phone: string): Promise<void> {
  for (const { _id } of await leadsOf(request, phone)) await request.delete(`/api/leads/${_id}`);
  await query('DELETE FROM "Call" WHERE phone = $1', phone);
}

/** Makes the media server notice a dead agent at once instead of after 15 s. */
export async function evictDeadAgent(phone: string): Promise<void> {
  const room = await roomOf(phone);
  for (const { identity, kind } of await roomService().listParticipants(room))
    if (kind === ParticipantInfo_Kind.AGENT) await roomService().removeParticipant(room, identity);
}

/** The room of the number's call. */
export async function roomOf(phone: string): Promise<string> {
  const [call] = await query('SELECT room FROM "Call" WHERE phone = $1', phone);
  return String(call?.room);
}

function query(sql: string, phone: string): Promise<Record<string, unknown>[]> {
  const { DATABASE_URL = '' } = process.env;
  return withClient(DATABASE_URL, async (client) => (await client.query(sql, [storedForm(phone)])).rows);
}
