import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import { termsVersion } from '../../lib/contracts/consent.ts';
import type { ErrorCode } from '../../lib/contracts/errors.ts';
import { createRoomName } from '../../lib/contracts/room.ts';

let subscriber = randomInt(1_000_000, 9_900_000);

/** A phone number that no other test uses. */
export function newPhone(): string {
  return `+99890${++subscriber}`;
}

/** The page's token request with some fields changed. */
export function tokenRequest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const visitor = { participantName: 'User', phoneNumber: newPhone(), language: 'uz', termsVersion };
  return { roomName: createRoomName(), ...visitor, ...changes };
}

interface FormFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A recording of a sentence. */
export const webmFile: FormFile = {
  name: 'conversation.webm',
  mimeType: 'audio/webm',
  buffer: readFileSync(path.join(import.meta.dirname, '../../lib/server/audio/fixtures/voice.webm')),
};

type Form = Record<string, string | FormFile>;

/** The page's form at the end of a call with some fields changed; undefined removes a field. */
export function leadForm(changes: Record<string, string | FormFile | undefined> = {}): Form {
  const fields = { phoneNumber: newPhone(), audio: webmFile, duration: '3', roomName: createRoomName() };
  const form: Form = {};
  for (const [name, value] of Object.entries({ ...fields, ...changes }))
    if (value !== undefined) form[name] = value;
  return form;
}

/** Sends the form of a call's end and returns the lead's id. */
export async function postLead(request: APIRequestContext, form: Form, url = ''): Promise<string> {
  const response = await request.post(`${url}/api/leads`, { multipart: form });
  expect(response.status()).toBe(201);
  const receipt: { _id: string } = await response.json();
  return receipt._id;
}

/** Expects a refusal with this status and {detail, code}. */
export async function expectRefusal(response: APIResponse, status: number, code: ErrorCode): Promise<void> {
  const text = await response.text();
  expect([response.status(), text]).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
  expect(JSON.parse(text)).toEqual({ detail: expect.stringMatching(/\S/), code });
  expect(response.headers()['content-type']).toContain('application/json');
}
