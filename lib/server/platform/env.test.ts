import { expect, test } from 'vitest';
import { parseEnv } from './env';

test('nothing set gives the defaults of a local run', () => {
  expect(parseEnv({})).toMatchObject({ PORT: 3000, DATA_DIR: '.data', MAX_UPLOAD_MB: 64 });
});

test('an empty value counts as not set', () => {
  expect(parseEnv({ PORT: '', ADMIN_PASSWORD: '' }).ADMIN_PASSWORD).toBeUndefined();
});

test.each(['Authorization=Basic%20dTpw==,x-tenant=a%2Cb', 'api-key=x', 'Authorization=Basic dTpw=='])(
  'a collector’s headers may be %s',
  (headers) => {
    const { OTEL_EXPORTER_OTLP_HEADERS } = parseEnv({ OTEL_EXPORTER_OTLP_HEADERS: headers });
    expect(OTEL_EXPORTER_OTLP_HEADERS).toBe(headers);
  },
);

test('a model on its own server needs no key; the ports of such servers are a list, or off', () => {
  expect(parseEnv({ LLM_MODEL: 'llama', LLM_BASE_URL: 'http://127.0.0.1:1/v1' }).LLM_MODEL).toBe('llama');
  expect(parseEnv({ LLM_PORTS: '11434, 1234' }).LLM_PORTS).toEqual([11_434, 1234]);
  expect(parseEnv({ LLM_PORTS: 'off' }).LLM_PORTS).toEqual([]);
});

test.each([
  [{ PORT: 'http' }, /^PORT: /],
  [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL: /],
  [{ LIVEKIT_URL: 'wss://x' }, /^LIVEKIT_API_KEY: is needed with LIVEKIT_URL$/],
  [{ NOTICE_WEBHOOK_URL: 'https://x' }, /^NOTICE_WEBHOOK_SECRET: is needed with NOTICE_WEBHOOK_URL$/],
  [{ TELEGRAM_BOT_TOKEN: '1:a' }, /^TELEGRAM_CHAT_ID: is needed with TELEGRAM_BOT_TOKEN$/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have 32 characters at least$/],
  [{ TTS_PROVIDER: 'festival' }, /^TTS_PROVIDER: /],
  [{ STT_PROVIDER: 'siri' }, /^STT_PROVIDER: /],
  [{ STT_PROVIDER: 'muxlisa' }, /^MUXLISA_API_KEY: is needed with STT_PROVIDER=muxlisa$/],
  [{ TTS_PROVIDER: 'upstream' }, /^SPEECH_UPSTREAM_URL: is needed with TTS_PROVIDER=upstream$/],
  [{ TTS_PROVIDER: 'openai' }, /^OPENAI_API_KEY: is needed with TTS_PROVIDER=openai, or OPENAI_BASE_URL$/],
  [{ LLM_MODEL: 'gpt-x' }, /^OPENAI_API_KEY: is needed with LLM_MODEL, or OPENAI_BASE_URL/],
  [{ LLM_BASE_URL: 'http://127.0.0.1:1' }, /^LLM_MODEL: is needed with LLM_BASE_URL$/],
  [{ LLM: 'yes' }, /^LLM: /],
  [{ LLM_PORTS: '11434,http' }, /^LLM_PORTS/],
  [{ LLM_FALLBACKS: '[{"model":"gpt-x"}]' }, /^LLM_MODEL: is needed with LLM_FALLBACKS$/],
  [{ STT_STREAMING: 'siri' }, /^STT_STREAMING: /],
  [{ STT_STREAMING: 'elevenlabs' }, /^ELEVENLABS_API_KEY: is needed with STT_STREAMING$/],
  [{ OPENAI_BASE_URL: 'ftp://x' }, /^OPENAI_BASE_URL: /],
  [{ MUXLISA_URL: 'muxlisa' }, /^MUXLISA_URL: /],
  [{ LLM_FALLBACKS: 'gpt' }, /^LLM_FALLBACKS: must be JSON$/],
  [{ OFFER: '{"de":"kostenlos"}' }, /^OFFER: Unrecognized key: "de"$/],
  [{ CONTACT: '{"name":"Aziza","phone":"90 123"}' }, /^CONTACT\.phone: must be like/],
  [{ LLM_FALLBACKS: '[{"name":"gpt"}]' }, /^LLM_FALLBACKS\.0\.model: /],
  [{ LLM_PRICE_IN: '0.15' }, /^LLM_PRICE_OUT: is needed with LLM_PRICE_IN$/],
  [{ LLM_PRICE_IN: 'cheap', LLM_PRICE_OUT: '1' }, /^LLM_PRICE_IN: /],
  [{ BUDGET_USD_PER_DAY: '5' }, /^LLM_PRICE_IN: is needed with BUDGET_USD_PER_DAY$/],
  [{ BUDGET_CALLS_PER_DAY: '0' }, /^BUDGET_CALLS_PER_DAY: /],
  [{ BUDGET_WORDS_PER_CALL: 'many' }, /^BUDGET_WORDS_PER_CALL: /],
  [
    { LIVEKIT_API_KEY: 'ovoz', LIVEKIT_OLD_API_KEY: 'ovoz', LIVEKIT_OLD_API_SECRET: 'x' },
    /^LIVEKIT_OLD_API_KEY: must have another name/,
  ],
  [{ RETENTION_DAYS: '0' }, /^RETENTION_DAYS: /],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'bad name=1' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be name=value/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'key=1,other' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be name=value/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'key=%zz' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be name=value/],
])('%j is refused in one line that names the variable', (source, message) => {
  expect(() => parseEnv(source)).toThrow(message);
  expect(() => parseEnv(source)).not.toThrow(/\n/);
});
