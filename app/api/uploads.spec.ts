import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { createRoomName } from '@/lib/contracts/room.ts';
import { expectRefusal, leadForm, newPhone, tokenRequest, webmFile } from '@/e2e/support/api.ts';

/** Uploads that are repeated, cut off, too large or from another browser, and the download of recordings. */

const upload = (request: APIRequestContext, form: ReturnType<typeof leadForm>) =>
  request.post('/api/leads', { multipart: form });

async function leadsOf(request: APIRequestContext, room: string) {
  const { leads }: { leads: { _id: string; roomName?: string; duration: number; audioSize: number }[] } =
    await (await request.get('/api/leads')).json();
  return leads.filter(({ roomName }) => roomName === room);
}

const paddedFile = (size: number) => ({
  ...webmFile,
  buffer: Buffer.concat([webmFile.buffer, Buffer.alloc(size)]),
});

test('a repeated upload makes one lead with the longest recording', async ({ request }) => {
  const roomName = createRoomName();
  const phoneNumber = newPhone();
  const first = await upload(request, leadForm({ roomName, phoneNumber, duration: '10' }));
  expect(first.status()).toBe(201);
  const receipt: unknown = await first.json();
  expect(receipt).toEqual({
    _id: expect.any(String),
    roomName,
    phoneNumber,
    processingStatus: 'pending',
  });

  const durations = ['10', '4', '12', '11', '12'];
  const again = await Promise.all(
    durations.map((duration) => upload(request, leadForm({ roomName, phoneNumber, duration }))),
  );
  for (const answer of again) expect(answer.status()).toBe(200);
  expect(await leadsOf(request, roomName)).toMatchObject([{ duration: 12 }]);
});

test('the answer with a recording has its Content-Length: whole, in part and for HEAD', async ({
  request,
}) => {
  const form = leadForm({ roomName: createRoomName() });
  const { _id }: { _id: string } = await (await upload(request, form)).json();
  const address = `/api/leads/${_id}/audio`;
  const size = webmFile.buffer.length;
  const factsOfAnswer = async (method: string, range?: string) => {
    const answer = await request.fetch(address, { method, headers: range ? { range } : {} });
    const body = (await answer.body()).length;
    return [answer.status(), answer.headers()['content-length'], body];
  };
  expect(await factsOfAnswer('GET')).toEqual([200, String(size), size]);
  expect(await factsOfAnswer('GET', 'bytes=1-5')).toEqual([206, '5', 5]);
  expect(await factsOfAnswer('HEAD')).toEqual([200, String(size), 0]);
});

test('another browser cannot take over a call, nor upload to a room with or without a call', async ({
  playwright,
  baseURL,
  request,
}) => {
  const stranger = await playwright.request.newContext({ baseURL });
  const called = tokenRequest();
  expect((await request.post('/api/get-token', { data: called })).status()).toBe(200);
  const roomName = String(called.roomName);
  await expectRefusal(
    await stranger.post('/api/get-token', { data: tokenRequest({ roomName }) }),
    409,
    'room_taken',
  );
  await expectRefusal(await upload(stranger, leadForm({ roomName })), 403, 'forbidden');
  expect((await upload(request, leadForm({ roomName }))).status()).toBe(201);

  const other = createRoomName();
  expect((await upload(request, leadForm({ roomName: other }))).status()).toBe(201);
  await expectRefusal(
    await upload(stranger, leadForm({ roomName: other, duration: '99' })),
    403,
    'forbidden',
  );
  await stranger.dispose();
});

test('a lead gets the phone number of its call, not the number in the upload form', async ({ request }) => {
  const called = tokenRequest();
  await request.post('/api/get-token', { data: called });
  const roomName = String(called.roomName);
  await upload(request, leadForm({ roomName }));
  expect(await leadsOf(request, roomName)).toMatchObject([{ phoneNumber: called.phoneNumber }]);
});

test('a recording is downloaded whole and in parts, and is gone after its deletion', async ({ request }) => {
  const roomName = createRoomName();
  const audio = paddedFile(5000);
  expect((await request.post('/api/get-token', { data: tokenRequest({ roomName }) })).status()).toBe(200);
  expect((await upload(request, leadForm({ roomName, audio }))).status()).toBe(201);
  const [lead] = await leadsOf(request, roomName);
  const path = `/api/leads/${lead?._id}/audio`;
  const whole = await request.get(path);
  expect((await whole.body()).equals(audio.buffer)).toBe(true);
  const part = await request.get(path, { headers: { range: 'bytes=100-199' } });
  expect([part.status(), part.headers()['content-range']]).toEqual([
    206,
    `bytes 100-199/${audio.buffer.length}`,
  ]);
  expect((await part.body()).equals(audio.buffer.subarray(100, 200))).toBe(true);
  const beyond = await request.get(path, { headers: { range: 'bytes=999999-' } });
  await expectRefusal(beyond, 416, 'range_not_satisfiable');
  for (const range of ['bytes=a-b', 'bytes=0-1,3-4', 'x'.repeat(2000)]) {
    expect((await request.get(path, { headers: { range } })).status()).toBe(200);
  }
  expect((await request.delete(`/api/leads/${lead?._id}`)).status()).toBe(204);
  await expectRefusal(await request.get(path), 404, 'lead_not_found');
  await expectRefusal(await request.delete(`/api/leads/${lead?._id}`), 404, 'lead_not_found');
});

/** Opens a connection, sends raw bytes and returns its socket. */
async function sendRaw(baseURL: string | undefined, ...pieces: string[]): Promise<net.Socket> {
  const { hostname, port } = new URL(baseURL ?? '');
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  return socket;
}

const head = (length: number) =>
  `POST /api/leads HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n`;

test('an upload with a too large Content-Length is refused before it is sent', async ({ baseURL }) => {
  const socket = await sendRaw(baseURL, head(10_000_000_000), '--B\r\n');
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  await expect.poll(() => answer).toContain('too_large');
  expect(answer).toContain('413 ');
  socket.destroy();
});

test('an interrupted upload makes no lead and leaves no file, and the server accepts the next one', async ({
  baseURL,
  request,
}) => {
  const roomName = createRoomName();
  const begun = `--B\r\nContent-Disposition: form-data; name="roomName"\r\n\r\n${roomName}\r\n--B\r\nContent-Disposition: form-data; name="audio"; filename="a.webm"\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: 10 }, () => sendRaw(baseURL, head(1_000_000), begun, 'x'.repeat(50_000))),
  );
  const folder = join(process.env.DATA_DIR ?? '.data', 'audio-incoming');
  // The first upload creates the folder.
  const incomingFiles = () => readdir(folder).catch(() => []);
  await expect.poll(incomingFiles).not.toEqual([]);
  for (const socket of sockets) socket.destroy();
  expect(await leadsOf(request, roomName)).toEqual([]);
  expect((await upload(request, leadForm({ roomName }))).status()).toBe(201);
  await expect.poll(incomingFiles).toEqual([]);
});
