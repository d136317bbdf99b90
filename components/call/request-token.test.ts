import { describe, expect, test } from 'vitest';
import { microphoneProblem } from './room';
import { refusal } from './request-token';

const untilMs = 1_800_000_000_000;

describe('a refused token', () => {
  test.each([
    [429, 'cooldown', { type: 'cooldown', untilMs }],
    [429, 'rate_limited', { type: 'failed', failure: { kind: 'rate_limited', untilMs } }],
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
    ['NotFoundError', { type: 'mic_failed', fault: { kind: 'missing' } }],
    ['OverconstrainedError', { type: 'mic_failed', fault: { kind: 'missing' } }],
    ['NotReadableError', { type: 'mic_failed', fault: { kind: 'busy' } }],
    // A page without mediaDevices, which Node has not either.
    ['TypeError', { type: 'mic_failed', fault: { kind: 'unsupported' } }],
  ])('%s', (name, event) => {
    expect(microphoneProblem(new DOMException('no', name))).toEqual(event);
  });
});
