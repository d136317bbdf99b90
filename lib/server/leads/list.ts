import type { Lead, LeadTurn } from '../../contracts/leads.ts';
import { db } from '../db.ts';
import type { Prisma, Turn } from '../generated/prisma/client.ts';

const withTurns = {
  call: { select: { startedAt: true, turns: { orderBy: { index: 'asc' } } } },
} satisfies Prisma.LeadInclude;

type LeadRow = Prisma.LeadGetPayload<{ include: typeof withTurns }>;

/** Every lead as the admin sees it, the newest first. */
export async function listLeads(): Promise<Lead[]> {
  const rows = await db().lead.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: withTurns,
  });
  return rows.map(leadOf);
}

function leadOf(row: LeadRow): Lead {
  return {
    _id: row.id,
    phoneNumber: row.phone,
    createdAt: row.createdAt.toISOString(),
    duration: row.durationS,
    audioSize: row.audioBytes,
    roomName: row.room ?? undefined,
    processingStatus: row.status,
    summary: row.summary ?? undefined,
    transcription: row.transcription ?? undefined,
    processingError: row.error ?? undefined,
    language: row.language ?? undefined,
    hasAudio: row.audioKey !== null,
    audioType: row.audioType ?? undefined,
    turns: turnsOf(row.call),
  };
}

function turnsOf(call: LeadRow['call']): LeadTurn[] {
  const turns = call?.turns ?? [];
  const startMs = (call?.startedAt ?? turns[0]?.startedAt)?.getTime() ?? 0;
  const sinceStartS = (at: Date) => Math.max(0, (at.getTime() - startMs) / 1000);
  return turns.map(({ speaker, startedAt, endedAt, text }: Turn) => ({
    speaker,
    fromS: sinceStartS(startedAt),
    toS: sinceStartS(endedAt),
    text,
  }));
}
