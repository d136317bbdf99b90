import type { Prisma } from '../generated/prisma/client.ts';
import type { Tx } from '../platform/db.ts';

const refusal = { kind: 'recording_refused' } as const;

/** Selects the calls whose visitor did not refuse the recording. */
export const withoutRefusal = { notes: { none: refusal } } satisfies Prisma.CallWhereInput;

export async function isRecordingRefused(tx: Tx, callId: string): Promise<boolean> {
  return (await tx.note.count({ where: { callId, ...refusal } })) > 0;
}

/** Selects leads "l" whose visitor refused the recording. */
export const refusedSql = `EXISTS (SELECT 1 FROM "Note" n WHERE n."callId" = l."callId" AND n."kind" = '${refusal.kind}')`;
