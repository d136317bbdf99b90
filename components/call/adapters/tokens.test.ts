import { afterEach, describe, expect, test, vi } from 'vitest';
import { refusalOf, requestToken } from './tokens';

const untilMs = 1_800_000_000_000;

describe('a refused token', () => {
  test.each([
    [429, 'cooldown', { kind: 'cooldown', untilMs }],
    [429, 'rate_limited', { kind: 'rate_limited', untilMs }],
    // This browser may request a call for another number at once.
    [429, 'number_cooldown', { kind: 'number_cooldown', untilMs }],
    [503, 'lines_busy', { kind: 'lines_busy' }],
    [422, 'terms_outdated', { kind: 'terms_outdated' }],
    [503, 'calls_unavailable', { kind: 'unavailable' }],
    [503, 'database_unavailable', { kind: 'token', status: 503 }],
    [409, 'room_taken', { kind: 'token', status: 409 }],
    [502, 'unreadable', { kind: 'token', status: 502 }],
  ] as const)('%d %s becomes the refusal %j', (status, code, refusal) => {
    expect(refusalOf(status, code, untilMs)).toEqual(refusal);
  });
});

describe('an answer with only token and roomName', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is enough: the server’s address is requested', async () => {
    const answers: Record<string, unknown> = {
      '/api/get-token': { token: 't', roomName: 'chat-1763750000000' },
      '/api/calls/server': { serverUrl: 'wss://live.example.uz' },
    };
    vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url]));
    expect(await requestToken({ phone: '+998 90 123 45 67', language: 'uz' }, 'chat-1763750000000')).toEqual({
      ok: true,
      grant: { token: 't', roomName: 'chat-1763750000000', serverUrl: 'wss://live.example.uz' },
    });
  });
});
