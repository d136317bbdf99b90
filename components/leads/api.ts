import { type ErrorCode, isErrorCode } from '@/lib/contracts/errors';
import type { DeskViews, LeadChange, NewAttempt } from '@/lib/contracts/leads';
import type { TranscriptFormat } from '@/lib/transcript-formats';
import { type LeadDetailView, type LeadPage, readDeskViews, readLeadDetail, readLeadPage } from './lead-data';

/** A code of the catalogue, or a failure on the way to the server. */
export type FailureCode = ErrorCode | 'network' | 'timeout' | 'unreadable';

/** A request to our API that did not give what it was sent for. */
export class RequestFailure extends Error {
  readonly code: FailureCode;
  readonly retryAfterS: number | undefined;

  constructor(code: FailureCode, options: { detail?: string; retryAfterS?: number; cause?: unknown } = {}) {
    super(options.detail ?? code, { cause: options.cause });
    this.name = 'RequestFailure';
    this.code = code;
    this.retryAfterS = options.retryAfterS;
  }
}

/** Default fetch timeout. */
const requestTimeoutMs = 60_000;

/**
 * Asks our API.
 * @throws RequestFailure for an answer that is a refusal; what fetch throws is told by asRequestFailure
 */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(path, { ...init, signal });
  if (!response.ok) throw await refusal(response);
  return response;
}

/** A request with a JSON body. */
export function jsonRequest(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Any thrown value as a failure that can be told in words. */
export function asRequestFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new RequestFailure('timeout', { cause: error });
  }
  if (error instanceof TypeError) return new RequestFailure('network', { cause: error });
  return new RequestFailure('unreadable', { cause: error });
}

async function refusal(response: Response): Promise<RequestFailure> {
  const body: unknown = await response.json().catch(() => null);
  const { code, detail } = isErrorBody(body) ? body : {};
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new RequestFailure(isErrorCode(code) ? code : 'unreadable', {
    detail: detail ?? `${response.status}`,
    ...(Number.isFinite(retryAfterS) ? { retryAfterS } : {}),
  });
}

function isErrorBody(body: unknown): body is { code?: string; detail?: string } {
  return typeof body === 'object' && body !== null;
}

const leadsPath = '/api/leads';
const sessionPath = '/api/admin/session';

export const eventsPath = `${leadsPath}/events`;

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** URL of the export: all leads, or those with the given ids. */
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

/** URL of the list. */
export function listPath(query: string): string {
  return `${leadsPath}?${query}`;
}

/** The leads that a query asks for. @throws RequestFailure */
export async function fetchLeads(query: string, signal: AbortSignal): Promise<LeadPage> {
  const response = await request(listPath(query), { signal });
  return readLeadPage(await response.json());
}

/** The waveform of a lead and its receipt of consent. @throws RequestFailure */
export async function fetchLeadDetail(leadId: string): Promise<LeadDetailView> {
  const response = await request(leadPath(leadId));
  return readLeadDetail(await response.json());
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

/** Changes mark, note or next action of a lead. @throws RequestFailure */
export async function changeLead(leadId: string, change: LeadChange): Promise<void> {
  await request(leadPath(leadId), jsonRequest('PATCH', change));
}

/** The same change to several leads. @throws RequestFailure */
export async function changeLeads(ids: readonly string[], change: LeadChange): Promise<void> {
  await request(leadsPath, jsonRequest('PATCH', { ids, change }));
}

/** Adds a call back to the history of a lead. @throws RequestFailure */
export async function addAttempt(leadId: string, attempt: NewAttempt): Promise<void> {
  await request(`${leadPath(leadId)}/attempts`, jsonRequest('POST', attempt));
}

const viewsPath = '/api/admin/views';

/** The views of the desk with their counts. @throws RequestFailure */
export async function fetchViews(signal?: AbortSignal): Promise<DeskViews> {
  const response = await request(viewsPath, signal && { signal });
  return readDeskViews(await response.json());
}

/** Saves a view of the desk under a name. @throws RequestFailure */
export async function addView(name: string, query: string): Promise<void> {
  await request(viewsPath, jsonRequest('POST', { name, query }));
}

/** @throws RequestFailure */
export async function deleteView(id: string): Promise<void> {
  await request(viewsPath, jsonRequest('DELETE', { id }));
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
