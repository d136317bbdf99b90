import { expect, test } from 'vitest';
import { fieldsOf, toFile } from './recorded-file';

const recording = {
  room: 'chat-1',
  phone: '+998901234567',
  token: 'token',
  mime: 'audio/webm;codecs=opus',
  durationMs: 60_000,
  parts: [{ chunk: 0, atMs: 0 }],
};

test('a recording that cannot be read is sent without a length, because the agent’s copy of it can be read', async () => {
  const file = await toFile({ ...recording, chunks: [new Blob(['no WebM'])] });
  expect(await file.audio.text()).toBe('no WebM');
  expect(fieldsOf(file).duration).toBe('0');
});
