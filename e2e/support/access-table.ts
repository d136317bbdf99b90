import { leadForm, newPhone, tokenRequest } from './api.ts';
import { adminPassword } from './guarded-server.ts';

/** `elsewhere` is a page of another site in the browser of an admin. */
export const callers = ['nobody', 'visitor', 'admin', 'expired', 'elsewhere'] as const;
export type Caller = (typeof callers)[number];

export interface Row {
  method: string;
  /** The file of app/ that answers it, or the one of pages/. */
  file: string;
  /** `{lead}` stands for the visitor's own lead. */
  path: string;
  body?: () => BodyInit;
  headers?: Record<string, string>;
  status: Record<Caller, number>;
}

type More = Pick<Row, 'body' | 'headers'>;

const nobodysLead = '01890000-0000-7000-8000-000000000000';
const json = (value: () => unknown): More => ({
  body: () => JSON.stringify(value()),
  headers: { 'content-type': 'application/json' },
});

function row(file: string, method: string, path: string, statuses: number[], more: More = {}): Row {
  const [nobody = 0, visitor = 0, admin = 0, expired = 0, elsewhere = 0] = statuses;
  return { file, method, path, ...more, status: { nobody, visitor, admin, expired, elsewhere } };
}

/** The same answer for all. */
const toAll = (status: number) => callers.map(() => status);
/** For everybody, but from our own pages alone. */
const ours = (status: number) => [status, status, status, status, 403];
/** For admins: to look at, which another site's page may make a browser do, but gets to see nothing of. */
const look = (status: number) => [401, 401, status, 401, status];
/** For admins: a change, which no other site's page can bring about. */
const change = (status: number) => [401, 401, status, 401, 403];

const page = (file: string, path: string) => row(`[locale]/${file}page.tsx`, 'GET', path, toAll(200));

/** Every endpoint and page of the product. */
export const table: Row[] = [
  page('(site)/', '/'),
  page('(site)/blog/', '/blog'),
  page('(site)/docs/', '/docs'),
  page('(site)/privacy/', '/privacy'),
  page('(site)/terms/', '/terms'),
  page('admin/leads/', '/admin/leads'),
  page('admin/insights/', '/admin/insights'),
  page('admin/live/', '/admin/live'),
  page('admin/agent/', '/admin/agent'),
  page('admin/setup/', '/admin/setup'),
  row('robots.ts', 'GET', '/robots.txt', toAll(200)),
  row('sitemap.ts', 'GET', '/sitemap.xml', toAll(200)),
  row('locales/[lng]/translation.json/route.ts', 'GET', '/locales/uz/translation.json', toAll(200)),
  row('api/health/route.ts', 'GET', '/api/health', toAll(200)),
  row('api/openapi.json/route.ts', 'GET', '/api/openapi.json', toAll(200)),
  row('api/link-preview/[[...page]]/route.ts', 'GET', '/api/link-preview/terms', toAll(200)),
  row('api/support/route.ts', 'GET', '/api/support', toAll(302)),
  row('api/[...path]/route.ts', 'GET', '/api/nothing/here', toAll(404)),
  row('api/[...path]/route.ts', 'POST', '/api/nothing/here', toAll(404)),
  row('api/[...path]/route.ts', 'PUT', '/api/nothing/here', toAll(404)),
  row('api/[...path]/route.ts', 'PATCH', '/api/nothing/here', toAll(404)),
  row('api/[...path]/route.ts', 'DELETE', '/api/nothing/here', toAll(404)),

  row('api/get-token/route.ts', 'POST', '/api/get-token', ours(200), json(tokenRequest)),
  row('api/calls/server/route.ts', 'GET', '/api/calls/server', toAll(200)),
  // A room of nobody: whoever is let in is told so.
  row('api/calls/[room]/route.ts', 'DELETE', '/api/calls/chat-1', ours(404)),
  row('api/tts/stream/route.ts', 'GET', '/api/tts/stream?text=Salom', ours(200)),
  row('api/tts/stream/route.ts', 'HEAD', '/api/tts/stream?text=Salom', toAll(200)),
  row('api/site/route.ts', 'GET', '/api/site', toAll(200)),
  // Without a file: whoever is let in is told so.
  row('api/stt/transcribe/route.ts', 'POST', '/api/stt/transcribe', ours(422), {
    body: () => new FormData(),
  }),

  // Signed with a secret that no browser has.
  row('api/calls/[room]/events/route.ts', 'POST', '/api/calls/chat-1/events', toAll(401), json(Object)),
  row('api/calls/[room]/claim/route.ts', 'POST', '/api/calls/chat-1/claim', toAll(401), json(Object)),
  row('api/agent/heartbeat/route.ts', 'POST', '/api/agent/heartbeat', toAll(401), json(Object)),
  row('api/agent/plan/route.ts', 'POST', '/api/agent/plan', toAll(401), json(Object)),
  row('api/agent/comparison/route.ts', 'POST', '/api/agent/comparison', toAll(401), json(Object)),
  row('api/live/route.ts', 'GET', '/api/live', toAll(200)),
  row('api/ready/route.ts', 'GET', '/api/ready', toAll(200)),
  row('api/metrics/route.ts', 'GET', '/api/metrics', toAll(404)),
  row('api/cron/jobs/route.ts', 'GET', '/api/cron/jobs', toAll(401)),

  row(
    'api/admin/session/route.ts',
    'POST',
    '/api/admin/session',
    ours(204),
    json(() => ({ password: adminPassword })),
  ),
  // A wrong link opens nothing, and leads to the page all the same.
  row('api/admin/session/route.ts', 'GET', '/api/admin/session?token=wrong', ours(303)),
  row('api/admin/session/route.ts', 'DELETE', '/api/admin/session', ours(204)),

  row('api/leads/route.ts', 'POST', '/api/leads', ours(201), { body: recordingForm }),
  // Recordings are in a folder here, and nothing is asked for: whoever is let in is told so.
  row('api/leads/upload/route.ts', 'POST', '/api/leads/upload', toAll(404), json(Object)),
  row('api/leads/route.ts', 'GET', '/api/leads', look(200)),
  row(
    'api/leads/route.ts',
    'DELETE',
    '/api/leads',
    change(200),
    json(() => ({ ids: [nobodysLead] })),
  ),
  row(
    'api/leads/route.ts',
    'PATCH',
    '/api/leads',
    change(200),
    json(() => ({ ids: [nobodysLead], change: { mark: 'called' } })),
  ),
  row(
    'api/leads/[id]/attempts/route.ts',
    'POST',
    `/api/leads/${nobodysLead}/attempts`,
    change(404),
    json(() => ({ outcome: 'busy' })),
  ),
  row('api/admin/insights/route.ts', 'GET', '/api/admin/insights', look(200)),
  row('api/admin/live/route.ts', 'GET', '/api/admin/live', look(200)),
  row('api/admin/agent/events/route.ts', 'GET', '/api/admin/agent/events', look(200)),
  row('api/admin/live/events/route.ts', 'GET', '/api/admin/live/events', look(200)),
  row('api/admin/live/route.ts', 'POST', '/api/admin/live', change(422), json(Object)),
  row('api/admin/live/route.ts', 'DELETE', '/api/admin/live', change(422), json(Object)),
  row('api/admin/models/route.ts', 'GET', '/api/admin/models', look(200)),
  row('api/admin/models/route.ts', 'POST', '/api/admin/models', change(422), json(Object)),
  row('api/admin/models/route.ts', 'PUT', '/api/admin/models', change(422)),
  row('api/admin/models/route.ts', 'DELETE', '/api/admin/models', change(422), json(Object)),
  row('api/admin/setup/route.ts', 'GET', '/api/admin/setup', look(200)),
  row('api/admin/setup/route.ts', 'POST', '/api/admin/setup', change(422), json(Object)),
  row('api/admin/views/route.ts', 'GET', '/api/admin/views', look(200)),
  row('api/admin/views/route.ts', 'POST', '/api/admin/views', change(422), json(Object)),
  row(
    'api/admin/views/route.ts',
    'DELETE',
    '/api/admin/views',
    change(204),
    json(() => ({ id: nobodysLead })),
  ),
  row('api/admin/agent/route.ts', 'GET', '/api/admin/agent', look(200)),
  row('api/admin/agent/route.ts', 'PATCH', '/api/admin/agent', change(422), json(Object)),
  row('api/admin/agent/route.ts', 'POST', '/api/admin/agent', change(422), json(Object)),
  row('api/admin/agent/route.ts', 'DELETE', '/api/admin/agent', change(422), json(Object)),
  row('api/admin/agent/versions/[number]/route.ts', 'GET', '/api/admin/agent/versions/999999', look(404)),
  row(
    'api/admin/agent/versions/[number]/route.ts',
    'POST',
    '/api/admin/agent/versions/999999',
    change(422),
    json(Object),
  ),
  row('api/admin/agent/comparison/route.ts', 'GET', '/api/admin/agent/comparison', look(200)),
  row(
    'api/admin/agent/comparison/route.ts',
    'POST',
    '/api/admin/agent/comparison',
    change(422),
    json(Object),
  ),
  row('api/admin/agent/comparison/route.ts', 'DELETE', '/api/admin/agent/comparison', change(204)),
  row('api/admin/agent/trial/route.ts', 'POST', '/api/admin/agent/trial', change(422), json(Object)),
  row('api/leads/download/route.ts', 'GET', '/api/leads/download', look(200)),
  row('api/leads/events/route.ts', 'GET', '/api/leads/events', look(200)),
  row('api/leads/[id]/route.ts', 'GET', '/api/leads/{lead}', look(200)),
  row(
    'api/leads/[id]/route.ts',
    'PATCH',
    '/api/leads/{lead}',
    change(204),
    json(() => ({ note: 'x' })),
  ),
  row('api/leads/[id]/route.ts', 'DELETE', `/api/leads/${nobodysLead}`, change(404)),
  row('pages/api/leads/[id]/audio.ts', 'GET', '/api/leads/{lead}/audio', look(200)),
  row('pages/api/leads/[id]/audio.ts', 'HEAD', '/api/leads/{lead}/audio', look(200)),
  row('api/leads/[id]/transcript/route.ts', 'GET', '/api/leads/{lead}/transcript', look(200)),
  row('api/leads/[id]/process/route.ts', 'POST', `/api/leads/${nobodysLead}/process`, change(404)),
];

/** The number of the leads that these tests send. */
export const phone = newPhone();

/** A recording, as the page sends it at the end of a call. */
export function recordingForm(roomName?: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(leadForm({ phoneNumber: phone, roomName })))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value.buffer)], { type: value.mimeType }), value.name);
  return form;
}
