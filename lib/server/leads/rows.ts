import type {
  Lead,
  LeadMarkName,
  LeadTurn,
  MissingPart,
  ProcessingStatusName,
} from '../../contracts/leads.ts';
import { medianWaitS, type Passage } from '../dialogue/dialogue.ts';

/** A turn as the agent told it, in seconds since 1970. */
interface ToldRow {
  speaker: LeadTurn['speaker'];
  fromS: number;
  toS: number;
  text: string | null;
}

/** A lead as one query reads it. Times are stored without a zone and are UTC. */
export interface LeadRow {
  id: string;
  phone: string;
  createdAt: Date;
  durationS: number;
  audioBytes: number;
  audioType: string | null;
  hasAudio: boolean;
  room: string | null;
  language: string | null;
  status: ProcessingStatusName;
  summary: string | null;
  transcription: string | null;
  error: string | null;
  missing: MissingPart[];
  mark: LeadMarkName;
  note: string;
  dialogue: Passage[] | null;
  told: ToldRow[] | null;
}

/** The turns of a call are read only where processing has made no dialogue of them yet. */
export const leadColumns = `
  l."id", l."phone", l."createdAt" AT TIME ZONE 'UTC' AS "createdAt", l."durationS", l."audioBytes", l."audioType",
  l."audioKey" IS NOT NULL AS "hasAudio", l."room", l."language", l."status", l."summary", l."transcription",
  l."error", l."missing", l."mark", l."note", l."dialogue",
  CASE WHEN l."dialogue" IS NULL AND l."callId" IS NOT NULL THEN (
    SELECT json_agg(json_build_object(
      'speaker', t."speaker", 'fromS', extract(epoch FROM t."startedAt"), 'toS', extract(epoch FROM t."endedAt"),
      'text', t."text") ORDER BY t."index")
    FROM "Turn" t WHERE t."callId" = l."callId"
  ) END AS "told"`;

/** A lead as the admin's API answers it. */
export function leadOf(row: LeadRow): Lead {
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
    hasAudio: row.hasAudio,
    audioType: row.audioType ?? undefined,
    turns: row.dialogue?.map(turnOf) ?? sinceStart(row.told ?? []),
    medianWaitS: row.dialogue ? (medianWaitS(row.dialogue) ?? undefined) : undefined,
    missing: row.missing,
    mark: row.mark,
    note: row.note,
  };
}

function turnOf({ speaker, fromS, toS, text, waitS }: Passage): LeadTurn {
  return { speaker, fromS, toS, text, waitS: waitS ?? undefined };
}

function sinceStart(told: ToldRow[]): LeadTurn[] {
  const startS = told[0]?.fromS ?? 0;
  return told.map((turn) => ({
    ...turn,
    fromS: Math.max(0, turn.fromS - startS),
    toS: Math.max(0, turn.toS - startS),
  }));
}
