import { afterEach, describe, expect, test, vi } from 'vitest';
import { microphoneProblem } from './devices';
import { refusal, requestToken } from './request-token';

const untilMs = 1_800_000_000_000;

describe('a refused token', () => {
  test.each([
    [429, 'cooldown', { type: 'cooldown', untilMs }],
    [429, 'rate_limited', { type: 'failed', failure: { kind: 'rate_limited', untilMs } }],
    // Another number may be called at once: this browser does not wait.
    [429, 'number_cooldown', { type: 'failed', failure: { kind: 'number_cooldown', untilMs } }],
    [503, 'lines_busy', { type: 'failed', failure: { kind: 'lines_busy' } }],
    [422, 'terms_outdated', { type: 'failed', failure: { kind: 'terms_outdated' } }],
    [503, 'calls_unavailable', { type: 'failed', failure: { kind: 'unavailable' } }],
    [503, 'database_unavailable', { type: 'failed', failure: { kind: 'token', status: 503 } }],
    [409, 'room_taken', { type: 'failed', failure: { kind: 'token', status: 409 } }],
    [502, null, { type: 'failed', failure: { kind: 'token', status: 502 } }],
  ])('%d %s', (status, code, event) => {
    expect(refusal(status, code, untilMs)).toEqual(event);
  });
});

describe('a microphone that cannot be had', () => {
  test.each([
    ['NotAllowedError', { type: 'mic_denied' }],
    ['SecurityError', { type: 'mic_denied' }],
    ['NotFoundError', { type: 'mic_failed', fault: 'missing' }],
    ['OverconstrainedError', { type: 'mic_failed', fault: 'missing' }],
    ['NotReadableError', { type: 'mic_failed', fault: 'busy' }],
    // A page without mediaDevices, which Node has not either.
    ['TypeError', { type: 'mic_failed', fault: 'unsupported' }],
  ])('%s', (name, event) => {
    expect(microphoneProblem(new DOMException('no', name))).toEqual(event);
  });
});

describe('an answer of token and roomName alone', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is enough: the server’s address is asked for', async () => {
    const answers: Record<string, unknown> = {
      '/api/get-token': { token: 't', roomName: 'chat-1763750000000' },
      '/api/calls/server': { serverUrl: 'wss://live.example.uz' },
    };
    vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url]));
    expect(await requestToken({ phone: '+998 90 123 45 67', language: 'uz' })).toEqual({
      ok: true,
      token: { token: 't', roomName: 'chat-1763750000000', serverUrl: 'wss://live.example.uz' },
    });
  });
});
