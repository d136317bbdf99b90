import { apiUrl, callApi, fetchApi } from '@/lib/api-client';
import type { LeadList } from '@/lib/contracts/leads';
import type { TranscriptFormat } from '@/lib/transcript-formats';

export const eventsPath = apiUrl('GET /api/leads/events');

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Without ids: all leads. */
export async function fetchExport(format: ExportFormat, ids?: readonly string[]): Promise<Blob> {
  const response = await fetchApi('GET /api/leads/download', { query: { format, ids: ids?.join(',') } });
  return response.blob();
}

export async function fetchAudio(id: string): Promise<Blob> {
  const response = await fetchApi('GET /api/leads/{id}/audio', { params: { id } });
  return response.blob();
}

export function audioPath(id: string): string {
  return apiUrl('GET /api/leads/{id}/audio', { params: { id } });
}

export function transcriptPath(id: string, format: TranscriptFormat): string {
  return apiUrl('GET /api/leads/{id}/transcript', { params: { id }, query: { format } });
}

export function listPath(query: string): string {
  return apiUrl('GET /api/leads', { query: new URLSearchParams(query) });
}

export function fetchLeads(query: string, signal: AbortSignal): Promise<LeadList> {
  return callApi('GET /api/leads', { query: new URLSearchParams(query), signal });
}

/** Deletes leads and their recordings. */
export async function deleteLeads(ids: readonly string[]): Promise<void> {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) await callApi('DELETE /api/leads/{id}', { params: { id } });
  else await callApi('DELETE /api/leads', { body: { ids: [...ids] } });
}
