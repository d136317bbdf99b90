import { afterEach, expect, test, vi } from 'vitest';
import { traceIdOf } from '../../contracts/trace.ts';
import { secretNames, variableNames } from './env.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a variable that is named like a secret is treated as one', () => {
  const named = variableNames.filter((name) => /SECRET|PASSWORD|TOKEN|KEY|HEADERS/.test(name));
  // Identifiers that belong to a secret, and a switch.
  const harmless = /^LIVEKIT_(OLD_)?API_KEY$|^S3_ACCESS_KEY_ID$|^ADMIN_WITHOUT_PASSWORD$/;
  expect(named.filter((name) => !secretNames.includes(name) && !harmless.test(name))).toEqual([]);
});

test('no secret of the environment is in a line of the log, even if an error contains it', async () => {
  const listNames = ['LLM_FALLBACKS', 'OTEL_EXPORTER_OTLP_HEADERS'];
  const values = secretNames
    .filter((name) => !listNames.includes(name))
    .map((name) => [name, `${name.toLowerCase()}-"value"`] as const);
  for (const [name, value] of values) vi.stubEnv(name, value);
  vi.stubEnv('LLM_FALLBACKS', '[{"model":"m","apiKey":"key-of-a-fallback"}]');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'api-key=key-of-the-collector,x-tenant=a');
  vi.resetModules();
  const { log } = await import('./log.ts');
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const secrets = [...values.map(([, value]) => value), 'key-of-a-fallback', 'key-of-the-collector'];
  const text = [...secrets, 'postgresql://ovoz:hunter22@db/ovoz', '+998 90 123 45 67'].join(' | ');
  log.error('failed', { said: text }, new Error(text, { cause: new Error(text) }));
  const line = String(written.mock.calls[0]?.[0]);
  written.mockRestore();
  expect(line).toContain('[secret]');
  for (const secret of [...secrets, 'hunter22', '123 45 67']) {
    expect(line).not.toContain(secret);
    expect(line).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
});

test('a line of the log has the trace of its room, and no phone number, token or secret', async () => {
  const room = 'chat-1800000000000-abcdefghijkl';
  vi.stubEnv('LIVEKIT_API_SECRET', 'secret-of-the-media-server');
  vi.resetModules();
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const { log } = await import('./log.ts');
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
  const cause = new Error(
    `+998901234567 ${token} secret-of-the-media-server postgresql://ovoz:hunter22@db/x`,
  );
  log.error('call_failed', { room, detail: '998 90 123 45 67' }, cause);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'call_failed', room, trace: traceIdOf(room) });
  expect(lines[0]).not.toMatch(/901234567|123 45 67|eyJhb|secret-of|hunter22/);
  expect(lines[0]).toContain('postgresql://ovoz:[password]@db/x');
});
