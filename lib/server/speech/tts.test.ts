import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function importSynthesizer(provider: string) {
  vi.stubEnv('TTS_PROVIDER', provider);
  const { synthesizer } = await import('./tts.ts');
  return synthesizer;
}

test.each(['', 'local'])(
  'TTS_PROVIDER %j gives the local voice, always the same object',
  async (provider) => {
    const synthesizer = await importSynthesizer(provider);
    expect(synthesizer().name).toBe('local');
    expect(synthesizer()).toBe(synthesizer());
  },
);
