import type { LeadDetail } from '../../contracts/leads.ts';
import { AppError } from '../../errors.ts';
import { pool } from '../pool.ts';
import { leadColumns, leadOf, type LeadRow } from './rows.ts';

interface DetailRow extends LeadRow {
  peaks: Buffer | null;
  termsVersion: string | null;
  agreedAt: Date | null;
}

/**
 * One lead with its waveform and the visitor's agreement.
 * @throws AppError lead_not_found
 */
export async function leadDetail(id: string): Promise<LeadDetail> {
  const { rows } = await pool().query<DetailRow>(
    `SELECT ${leadColumns}, l."peaks", c."termsVersion", c."agreedAt" AT TIME ZONE 'UTC' AS "agreedAt"
     FROM "Lead" l LEFT JOIN "Call" c ON c."id" = l."callId" WHERE l."id" = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('lead_not_found');
  return { ...leadOf(row), peaks: peaksOf(row.peaks), consent: consentOf(row) };
}

/** Both channels stand one after the other, equally long. */
function peaksOf(peaks: Buffer | null): LeadDetail['peaks'] {
  if (peaks === null || peaks.length === 0) return undefined;
  const middle = peaks.length / 2;
  return { visitor: [...peaks.subarray(0, middle)], agent: [...peaks.subarray(middle)] };
}

function consentOf({ termsVersion, agreedAt, language }: DetailRow): LeadDetail['consent'] {
  if (termsVersion === null || agreedAt === null) return undefined;
  return { termsVersion, agreedAt: agreedAt.toISOString(), language: language ?? '' };
}
