import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '@/lib/errors';
import { leadList, type LeadView } from './lead-data';
import { RequestFailure } from './request-failure';

/** Default fetch timeout (spec.md section 9). */
const requestTimeoutMs = 60_000;

const errorBody = z.object({ detail: z.string(), code: z.string() });

export const leadsPath = '/api/leads';
export const exportPath = `${leadsPath}/download`;

export function audioPath(leadId: string): string {
  return `${leadsPath}/${encodeURIComponent(leadId)}/audio`;
}

/** Every lead. @throws RequestFailure */
export async function fetchLeads(signal: AbortSignal): Promise<LeadView[]> {
  const response = await request(leadsPath, { signal });
  return leadList.parse(await response.json()).leads;
}

/** A file of the API, whole. @throws RequestFailure */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await request(path);
  return response.blob();
}

/** Deletes a lead and its recording. @throws RequestFailure */
export async function deleteLead(leadId: string): Promise<void> {
  await request(`${leadsPath}/${encodeURIComponent(leadId)}`, { method: 'DELETE' });
}

/** Has a lead processed again. @throws RequestFailure */
export async function reprocessLead(leadId: string): Promise<void> {
  await request(`${leadsPath}/${encodeURIComponent(leadId)}/process`, { method: 'POST' });
}

/** Opens the admin's session. @throws RequestFailure */
export async function signIn(password: string): Promise<void> {
  await request('/api/admin/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
}

/** Ends the admin's session. @throws RequestFailure */
export async function signOut(): Promise<void> {
  await request('/api/admin/session', { method: 'DELETE' });
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

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(path, { cache: 'no-store', ...init, signal });
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<RequestFailure> {
  const body = errorBody.safeParse(await response.json().catch(() => null));
  const code = body.data?.code;
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new RequestFailure(isErrorCode(code) ? code : 'unreadable', {
    detail: body.data?.detail ?? `${response.status}`,
    ...(Number.isFinite(retryAfterS) ? { retryAfterS } : {}),
  });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorCatalogue, code);
}
