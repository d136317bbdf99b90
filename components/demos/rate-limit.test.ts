import { afterEach, expect, test, vi } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { rateLimitLeftS, rateLimitMessage, refusalMessage } from './rate-limit';

const nowMs = 1_800_000_000_000;

test('the wait of a demo counts down from 30 minutes to zero, separately for each demo', () => {
  const cookies = `ovoz_language=uz; ovoz_stt_limit=${nowMs + 1_800_000}; x=1`;
  expect(rateLimitLeftS('stt', cookies, nowMs)).toBe(1800);
  expect(rateLimitLeftS('stt', cookies, nowMs + 1_798_500)).toBe(2);
  expect(rateLimitLeftS('stt', cookies, nowMs + 1_800_000)).toBe(0);
  expect(rateLimitLeftS('tts', cookies, nowMs)).toBe(0);
});

test.each([
  '',
  'ovoz_stt_limit=',
  'ovoz_stt_limit=soon',
  `ovoz_stt_limit=${nowMs + 9e9}`,
  `my_ovoz_stt_limit=${nowMs + 1000}`,
])('the cookies %j require no wait', (cookies) => expect(rateLimitLeftS('stt', cookies, nowMs)).toBe(0));

test.each(['uz', 'ru', 'en'] as const)('the message of a wait says how long it is, in %s', (language) => {
  const message = rateLimitMessage(messagesOf[language], 29 * 60 + 5);
  expect(message).toMatch(/29\D+5\D/);
  expect(message).toContain(messagesOf[language].rate_limit_wait);
  expect(message).toContain(messagesOf[language].alert_rate_limit);
});

afterEach(() => vi.useRealTimers());

test('a refusal that lasts into the next day says so', () => {
  const at = (hours: number) => new Date(2026, 10, 22, hours).getTime();
  vi.useFakeTimers({ now: at(10) });
  expect(refusalMessage(messagesOf.en, 'en', at(11))).toMatch(/^(?!.*tomorrow).* 11:00\.$/);
  expect(refusalMessage(messagesOf.en, 'en', at(24 + 9))).toMatch(/tomorrow from 09:00\.$/);
});
