import { expect, test, type APIRequestContext } from '@playwright/test';
import type { ErrorCode } from '@/lib/contracts/errors.ts';
import { createRoomName } from '@/lib/contracts/room.ts';
import { signBody } from '@/lib/server/http/signing.ts';
import { expectRefusal, leadForm, tokenRequest, webmFile } from '@/e2e/support/api.ts';

/** Endpoints refuse invalid input with the documented status and {detail, code}, never with 500. */

type RefusedOptions = Parameters<APIRequestContext['fetch']>[1];
type RefusedRequest = [what: string, options: RefusedOptions, status: number, code: ErrorCode];

const json = { 'content-type': 'application/json' };
const missingLeadId = '01890000-0000-7000-8000-000000000000';

function refusals(method: string, path: string, table: RefusedRequest[]): void {
  for (const [what, options, status, code] of table) {
    test(`${method} ${path} refuses ${what} with ${code}`, async ({ request }) => {
      await expectRefusal(await request.fetch(path, { method, ...options }), status, code);
    });
  }
}

const token = (changes: Record<string, unknown>) => ({ data: tokenRequest(changes) });
/** A body sent unchanged: Playwright would encode anything but a Buffer as JSON. */
const bytes = (body: string | Buffer, headers: Record<string, string> = json) => ({
  data: Buffer.from(body),
  headers,
});

refusals('POST', '/api/get-token', [
  ['nothing', bytes(''), 400, 'bad_request'],
  ['no JSON', bytes('{"roomName":'), 400, 'bad_request'],
  ['bytes that are no UTF-8', bytes(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400, 'bad_request'],
  ['a form', { form: { roomName: 'x' } }, 415, 'unsupported_type'],
  ['a body of 5 kB', token({ more: 'x'.repeat(5000) }), 413, 'too_large'],
  ['a list', bytes('[]'), 422, 'invalid_field'],
  ['null', bytes('null'), 422, 'invalid_field'],
  ['arrays in arrays', bytes('['.repeat(1000) + ']'.repeat(1000)), 422, 'invalid_field'],
  ['no room', token({ roomName: undefined }), 422, 'invalid_field'],
  ['a room whose name does not begin with chat', token({ roomName: 'lobby' }), 422, 'invalid_field'],
  ['a room that is a path', token({ roomName: '../../admin' }), 422, 'invalid_field'],
  ['a room that is an object', token({ roomName: { $ne: null } }), 422, 'invalid_field'],
  ['another participant', token({ participantName: 'agent-1' }), 422, 'invalid_field'],
  ['an empty phone', token({ phoneNumber: '' }), 422, 'phone_required'],
  ['a phone of no operator', token({ phoneNumber: '+998 10 123 45 67' }), 422, 'phone_invalid'],
  ['half a phone', token({ phoneNumber: '+998 90 123' }), 422, 'phone_invalid'],
  ['a phone that is a number', token({ phoneNumber: 998901234567 }), 422, 'invalid_field'],
  ['a phone of 100 digits', token({ phoneNumber: '9'.repeat(100) }), 422, 'invalid_field'],
  ['a language we do not speak', token({ language: 'de' }), 422, 'invalid_field'],
  ['outdated terms', token({ termsVersion: '1999-01-01' }), 422, 'terms_outdated'],
]);

test('POST /api/get-token needs only the room and the participant', async ({ request }) => {
  const roomName = `chat-${Date.now()}`;
  const response = await request.post('/api/get-token', { data: { roomName, participantName: 'User' } });
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ token: expect.any(String), roomName });
});

const lead = (changes: Parameters<typeof leadForm>[0]) => ({ multipart: leadForm(changes) });
const file = (buffer: Buffer) => lead({ audio: { ...webmFile, buffer } });
const formHead = { 'content-type': 'multipart/form-data; boundary=B' };

refusals('POST', '/api/leads', [
  ['nothing', {}, 415, 'unsupported_type'],
  ['JSON', { data: { phoneNumber: '+998901234567' } }, 415, 'unsupported_type'],
  ['a form without a boundary', bytes('x', { 'content-type': 'multipart/form-data' }), 400, 'bad_request'],
  ['a body that is no form', bytes('hello', formHead), 400, 'bad_request'],
  [
    'a form that breaks off',
    bytes('--B\r\nContent-Disposition: form-data; name="audio"\r\n\r\nxx', formHead),
    400,
    'bad_request',
  ],
  ['a part without a name', bytes('--B\r\n\r\nx\r\n--B--', formHead), 422, 'invalid_field'],
  [
    '30 fields',
    lead(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 'x']))),
    400,
    'bad_request',
  ],
  ['a field of 10,000 letters', lead({ roomName: 'x'.repeat(10_000) }), 422, 'invalid_field'],
  ['no phone', lead({ phoneNumber: undefined }), 422, 'phone_required'],
  ['a phone of no operator', lead({ phoneNumber: '12345' }), 422, 'phone_invalid'],
  ['no recording', lead({ audio: undefined }), 422, 'invalid_field'],
  ['an empty recording', file(Buffer.alloc(0)), 422, 'invalid_field'],
  ['a text that calls itself audio', file(Buffer.from('<script>alert(1)</script>')), 422, 'invalid_audio'],
  ['a program that calls itself audio', file(Buffer.from('7f454c46', 'hex')), 422, 'invalid_audio'],
  [
    'a Matroska film',
    file(Buffer.from('\x1a\x45\xdf\xa3\x42\x82\x88matroska', 'latin1')),
    422,
    'invalid_audio',
  ],
  ['no duration', lead({ duration: undefined }), 422, 'invalid_field'],
  ['a duration that is a word', lead({ duration: 'long' }), 422, 'invalid_field'],
  ['a duration in parts of a second', lead({ duration: '1.5' }), 422, 'invalid_field'],
  ['a negative duration', lead({ duration: '-1' }), 422, 'invalid_field'],
  ['a duration of days', lead({ duration: '99999' }), 422, 'invalid_field'],
  ['a room with a zero byte', lead({ roomName: 'chat-\0' }), 422, 'invalid_field'],
  ['a room that is a path', lead({ roomName: '../../etc/passwd' }), 422, 'invalid_field'],
]);

refusals('POST', '/api/calls/chat-1/events', [
  [
    'a token that is no signature',
    { data: {}, headers: { authorization: 'Bearer x.y.z' } },
    401,
    'unauthorized',
  ],
]);
refusals('GET', '/api/leads?from=0000-01-01', [
  ['a day before Postgres’ first year', {}, 422, 'invalid_field'],
]);
// The Pages router decodes the address of a recording, the App router the others.
for (const id of ['zzz', '1', '%00', '..%2f..', "'%20OR%201=1--", missingLeadId]) {
  refusals('GET', `/api/leads/${id}/audio`, [['no such lead', {}, 404, 'lead_not_found']]);
  refusals('DELETE', `/api/leads/${id}`, [['no such lead', {}, 404, 'lead_not_found']]);
}
refusals('POST', `/api/leads/${missingLeadId}/process`, [['no such lead', {}, 404, 'lead_not_found']]);
// A local run without a password asks for no cookie: only this check stops another site.
refusals('DELETE', `/api/leads/${missingLeadId}`, [
  ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403, 'forbidden'],
]);

test('an unknown address is refused with detail and code', async ({ request }) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    await expectRefusal(await request.fetch('/api/nothing/here', { method }), 404, 'not_found');
  }
});

test('an address that cannot be decoded is refused with detail and code', async ({ request }) => {
  for (const path of ['/api/%zz', '/api/leads/%3', '/api/leads/%C3%zz/audio'])
    for (const method of ['GET', 'POST', 'DELETE'])
      await expectRefusal(await request.fetch(path, { method }), 400, 'bad_request');
});

const methodsOf: Record<string, string[]> = {
  '/api/get-token': ['POST'],
  '/api/leads': ['GET', 'POST', 'PATCH', 'DELETE'],
  '/api/leads/download': ['GET'],
  [`/api/leads/${missingLeadId}/audio`]: ['GET'],
  [`/api/leads/${missingLeadId}/process`]: ['POST'],
  '/api/calls/chat-1/events': ['POST'],
  '/api/agent/heartbeat': ['POST'],
  '/api/admin/session': ['GET', 'POST', 'DELETE'],
  '/api/cron/jobs': ['GET'],
  '/api/health': ['GET'],
};
for (const [path, methods] of Object.entries(methodsOf)) {
  test(`${path} answers only ${methods.join(' and ')}`, async ({ request }) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (other) => !methods.includes(other),
    )) {
      const response = await request.fetch(path, { method });
      await expectRefusal(response, 405, 'method_not_allowed');
      expect(response.headers().allow?.split(', ')).toEqual(expect.arrayContaining(methods));
    }
  });
}

test.describe('a signed body of the agent', () => {
  const send = async (request: APIRequestContext, room: string, body: unknown, path = room) => {
    const data = JSON.stringify(body);
    const headers = { ...json, authorization: await signBody(data) };
    return request.post(`/api/calls/${path}/events`, { data, headers });
  };
  const started = { type: 'started', atMs: Date.now() };

  test('is validated like any other input', async ({ request }) => {
    const room = createRoomName();
    for (const body of [
      {},
      { room, events: [] },
      { room: 'x', events: [started] },
      { room, events: [{ type: 'x' }] },
    ]) {
      await expectRefusal(await send(request, room, body), 422, 'invalid_field');
    }
    const backwards = { type: 'turn', index: 0, speaker: 'agent', startedAtMs: 2, endedAtMs: 1 };
    await expectRefusal(await send(request, room, { room, events: [backwards] }), 422, 'invalid_field');
    await expectRefusal(
      await send(request, room, { room, events: [started] }, createRoomName()),
      422,
      'invalid_field',
    );
    await expectRefusal(await send(request, room, { room, events: [started] }), 404, 'not_found');
  });

  test('is refused if the signature belongs to another body', async ({ request }) => {
    const room = createRoomName();
    const headers = { ...json, authorization: await signBody('{}') };
    const data = JSON.stringify({ room, events: [started] });
    await expectRefusal(
      await request.post(`/api/calls/${room}/events`, { data, headers }),
      401,
      'unauthorized',
    );
  });
});
