import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function chosen(provider: string) {
  vi.stubEnv('TTS_PROVIDER', provider);
  const { synthesizer } = await import('./tts.ts');
  return synthesizer;
}

test.each(['', 'local'])('TTS_PROVIDER %j is the local voice, always the same one', async (provider) => {
  const synthesizer = await chosen(provider);
  expect(synthesizer().name).toBe('local');
  expect(synthesizer()).toBe(synthesizer());
});
