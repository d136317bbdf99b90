import { expect, test } from 'vitest';
import { parseEnv } from '../platform/env.ts';
import { chooseRecognizer } from './stt.ts';

test.each([
  ['none without settings', {}, undefined],
  ['muxlisa by its key', { MUXLISA_API_KEY: 'k' }, 'muxlisa'],
  ['upstream by its address', { SPEECH_UPSTREAM_URL: 'http://speech.test' }, 'upstream'],
  ['local by its folder', { STT_MODEL_DIR: '/models/uz', OPENAI_API_KEY: 'k' }, 'local'],
  ['openai by its key', { OPENAI_API_KEY: 'k' }, 'openai'],
  ['none with only the address of a language model', { OPENAI_BASE_URL: 'http://llm.test' }, undefined],
  [
    'a compatible server by STT_MODEL',
    { OPENAI_BASE_URL: 'http://llm.test', STT_MODEL: 'whisper' },
    'openai',
  ],
  ['the first of several', { OPENAI_API_KEY: 'k', MUXLISA_API_KEY: 'k' }, 'muxlisa'],
  ['the one that is named', { OPENAI_API_KEY: 'k', MUXLISA_API_KEY: 'k', STT_PROVIDER: 'openai' }, 'openai'],
])('the recogniser is %s', (_, source, name) => {
  expect(chooseRecognizer(parseEnv(source))?.name).toBe(name);
});
