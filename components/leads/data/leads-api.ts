import type { LeadChange } from '@/lib/contracts/leads';
import type { TranscriptFormat } from '@/lib/transcript-formats';
import { leadDetail, leadPage, type LeadDetailView, type LeadPage } from './lead-data';
import { jsonRequest, request } from './request';

const leadsPath = '/api/leads';
const sessionPath = '/api/admin/session';

export const eventsPath = `${leadsPath}/events`;

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Where leads are had as a file: all of them, or those with the given ids. */
export function exportPath(format: ExportFormat, ids?: readonly string[]): string {
  const query = new URLSearchParams();
  if (format !== 'json') query.set('format', format);
  if (ids) query.set('ids', ids.join(','));
  return query.size === 0 ? `${leadsPath}/download` : `${leadsPath}/download?${query}`;
}

export function audioPath(leadId: string): string {
  return `${leadPath(leadId)}/audio`;
}

export function transcriptPath(leadId: string, format: TranscriptFormat): string {
  return `${leadPath(leadId)}/transcript?format=${format}`;
}

/** Where the leads that a query asks for are had. */
export function listPath(query: string): string {
  return `${leadsPath}?${query}`;
}

/** The leads that a query asks for. @throws RequestFailure */
export async function fetchLeads(query: string, signal: AbortSignal): Promise<LeadPage> {
  const response = await request(listPath(query), { signal });
  return leadPage.parse(await response.json());
}

/** The waveform of a lead and its receipt of consent. @throws RequestFailure */
export async function fetchLeadDetail(leadId: string): Promise<LeadDetailView> {
  const response = await request(leadPath(leadId));
  return leadDetail.parse(await response.json());
}

/** A file of the API, whole. @throws RequestFailure */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await request(path);
  return response.blob();
}

/** Deletes a lead, or several, with their recordings. @throws RequestFailure */
export async function deleteLeads(ids: readonly string[]): Promise<void> {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) await request(leadPath(only), { method: 'DELETE' });
  else await request(leadsPath, jsonRequest('DELETE', { ids }));
}

/** Keeps what the admin did about a lead. @throws RequestFailure */
export async function changeLead(leadId: string, change: LeadChange): Promise<void> {
  await request(leadPath(leadId), jsonRequest('PATCH', change));
}

/** Has a lead processed again. @throws RequestFailure */
export async function reprocessLead(leadId: string): Promise<void> {
  await request(`${leadPath(leadId)}/process`, { method: 'POST' });
}

/** Opens the admin's session. @throws RequestFailure */
export async function signIn(password: string): Promise<void> {
  await request(sessionPath, jsonRequest('POST', { password }));
}

/** Ends the admin's session. @throws RequestFailure */
export async function signOut(): Promise<void> {
  await request(sessionPath, { method: 'DELETE' });
}

function leadPath(leadId: string): string {
  return `${leadsPath}/${encodeURIComponent(leadId)}`;
}
