import { apiUrl, callApi, failureOf } from '@/lib/api-client';
import type { DeskViews, LeadChange, NewAttempt } from '@/lib/contracts/leads';
import type { TranscriptFormat } from '@/lib/transcript-formats';
import { type LeadDetailView, type LeadPage, readDeskViews, readLeadDetail, readLeadPage } from './lead-data';

export { RequestFailure, asRequestFailure } from '@/lib/api-client';

/** Default fetch timeout. */
const requestTimeoutMs = 60_000;

/** @throws RequestFailure for a refusal; else what fetch throws, which asRequestFailure translates */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(path, { ...init, signal });
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** A request with a JSON body. */
export function jsonRequest(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export const eventsPath = apiUrl('GET /api/leads/events');

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** URL of the export: all leads, or those with the given ids. */
export function exportPath(format: ExportFormat, ids?: readonly string[]): string {
  return apiUrl('GET /api/leads/download', { query: { format, ids: ids?.join(',') } });
}

/** A file of the API, whole. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await request(path);
  return response.blob();
}

export function audioPath(leadId: string): string {
  return apiUrl('GET /api/leads/{id}/audio', { params: { id: leadId } });
}

export function transcriptPath(leadId: string, format: TranscriptFormat): string {
  return apiUrl('GET /api/leads/{id}/transcript', { params: { id: leadId }, query: { format } });
}

/** URL of the list. */
export function listPath(query: string): string {
  return apiUrl('GET /api/leads', { query: new URLSearchParams(query) });
}

/** The leads that a query asks for. */
export async function fetchLeads(query: string, signal: AbortSignal): Promise<LeadPage> {
  return readLeadPage(await callApi('GET /api/leads', { query: new URLSearchParams(query), signal }));
}

/** The waveform of a lead and its receipt of consent. */
export async function fetchLeadDetail(leadId: string, signal?: AbortSignal): Promise<LeadDetailView> {
  return readLeadDetail(await callApi('GET /api/leads/{id}', { params: { id: leadId }, signal }));
}

/** Deletes a lead, or several, with their recordings. */
export async function deleteLeads(ids: readonly string[]): Promise<void> {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined)
    await callApi('DELETE /api/leads/{id}', { params: { id: only } });
  else await callApi('DELETE /api/leads', { body: { ids: [...ids] } });
}

/** Changes mark, note or next action of a lead. */
export function changeLead(leadId: string, change: LeadChange): Promise<void> {
  return callApi('PATCH /api/leads/{id}', { params: { id: leadId }, body: change });
}

/** The same change to several leads. */
export async function changeLeads(ids: readonly string[], change: LeadChange): Promise<void> {
  await callApi('PATCH /api/leads', { body: { ids: [...ids], change } });
}

/** Adds a call back to the history of a lead. */
export function addAttempt(leadId: string, attempt: NewAttempt): Promise<void> {
  return callApi('POST /api/leads/{id}/attempts', { params: { id: leadId }, body: attempt });
}

/** The views of the desk with their counts. */
export async function fetchViews(signal?: AbortSignal): Promise<DeskViews> {
  return readDeskViews(await callApi('GET /api/admin/views', { signal }));
}

/** Saves a view of the desk under a name. */
export async function addView(name: string, query: string): Promise<void> {
  await callApi('POST /api/admin/views', { body: { name, query } });
}

export function deleteView(id: string): Promise<void> {
  return callApi('DELETE /api/admin/views', { body: { id } });
}

/** Processes a lead again. */
export async function reprocessLead(leadId: string): Promise<void> {
  await callApi('POST /api/leads/{id}/process', { params: { id: leadId } });
}

/** Opens the admin's session. */
export function signIn(password: string): Promise<void> {
  return callApi('POST /api/admin/session', { body: { password } });
}

/** Ends the admin's session. */
export function signOut(): Promise<void> {
  return callApi('DELETE /api/admin/session');
}
