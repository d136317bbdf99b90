import { afterEach, expect, test, vi } from 'vitest';
import { secretNames, variableNames } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

test('a variable that is named like a secret is one', () => {
  const named = variableNames.filter((name) => /SECRET|PASSWORD|TOKEN|KEY|HEADERS/.test(name));
  // Names that go with a secret, and a switch.
  const harmless = /^LIVEKIT_(OLD_)?API_KEY$|^S3_ACCESS_KEY_ID$|^ADMIN_WITHOUT_PASSWORD$/;
  expect(named.filter((name) => !secretNames.includes(name) && !harmless.test(name))).toEqual([]);
});

test('no secret of the environment is in a line, whatever an error says', async () => {
  const values = secretNames.map((name) => [name, `${name.toLowerCase()}-"value"`] as const);
  for (const [name, value] of values) vi.stubEnv(name, value);
  vi.stubEnv('LLM_FALLBACKS', '[{"model":"m","apiKey":"key-of-a-fallback"}]');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'api-key=key-of-the-collector,x-tenant=a');
  vi.resetModules();
  const { log } = await import('./log.ts');
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const said = [...values.map(([, value]) => value), 'key-of-a-fallback', 'key-of-the-collector'];
  const told = [...said, 'postgresql://ovoz:hunter22@db/ovoz', '+998 90 123 45 67'].join(' | ');
  log.error('failed', { said: told }, new Error(told, { cause: new Error(told) }));
  const line = String(written.mock.calls[0]?.[0]);
  written.mockRestore();
  expect(line).toContain('[secret]');
  for (const secret of [
    ...said.filter((value) => !value.startsWith('llm_') && !value.startsWith('otel_')),
    'hunter22',
    '123 45 67',
  ]) {
    expect(line).not.toContain(secret);
    expect(line).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
});
