import { expect, test } from 'vitest';
import { parseEnv } from '../platform/env.ts';
import { agentUnderstands, describeCalls } from './engine.ts';

const model = { LLM_MODEL: 'gpt-x', OPENAI_BASE_URL: 'http://llm.test/v1' };

test.each([
  ['nothing', {}, false, /^Held by the scripted interview; heard by nobody; spoken by local; plan v3\.$/],
  ['a model without a recogniser', model, false, /^Held by the scripted interview; heard by nobody/],
  [
    'a recogniser without a model',
    { MUXLISA_API_KEY: 'k' },
    false,
    /scripted interview; heard by muxlisa; spoken by muxlisa/,
  ],
  [
    'a model, its fallback and two recognisers',
    { ...model, LLM_FALLBACKS: '[{"model":"gpt-y"}]', MUXLISA_API_KEY: 'k', STT_MODEL: 'whisper' },
    true,
    /^Held by the language model gpt-x, then gpt-y; heard by muxlisa, then openai; spoken by muxlisa, then local; plan/,
  ],
  [
    'a streaming recogniser alone',
    { ...model, STT_STREAMING: 'elevenlabs', ELEVENLABS_API_KEY: 'k' },
    true,
    /heard by elevenlabs;/,
  ],
])('with %s set, health describes the calls as they are', (_what, source, understands, description) => {
  const settings = parseEnv(source);
  expect(agentUnderstands(settings)).toBe(understands);
  expect(describeCalls('v3', settings)).toMatch(description);
});
