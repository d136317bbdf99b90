import { expect, test } from 'vitest';
import { parseEnv } from './env';

test('nothing set gives the defaults of a local run', () => {
  expect(parseEnv({})).toMatchObject({ PORT: 3000, DATA_DIR: '.data', MAX_UPLOAD_MB: 64 });
});

test('an empty value counts as not set', () => {
  expect(parseEnv({ PORT: '', ADMIN_PASSWORD: '' }).ADMIN_PASSWORD).toBeUndefined();
});

test.each([
  [{ PORT: 'http' }, /^PORT: /],
  [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL: /],
  [{ LIVEKIT_URL: 'wss://x' }, /^LIVEKIT_API_KEY: is needed with LIVEKIT_URL$/],
  [{ NOTICE_WEBHOOK_URL: 'https://x' }, /^NOTICE_WEBHOOK_SECRET: is needed with NOTICE_WEBHOOK_URL$/],
  [{ TELEGRAM_BOT_TOKEN: '1:a' }, /^TELEGRAM_CHAT_ID: is needed with TELEGRAM_BOT_TOKEN$/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have 32 characters at least$/],
  [{ TTS_PROVIDER: 'festival' }, /^TTS_PROVIDER: /],
  [{ RETENTION_DAYS: '0' }, /^RETENTION_DAYS: /],
])('%j is refused in one line that names the variable', (source, message) => {
  expect(() => parseEnv(source)).toThrow(message);
});
