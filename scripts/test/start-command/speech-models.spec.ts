import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelList } from '../../../lib/contracts/models.ts';
import {
  type ModelPublisher,
  smallRecognizers,
  startModelPublisher,
} from '../../../lib/server/testing/model-publisher.ts';
import { until } from '../../start/wait-until.ts';
import { type Command, Installation, kill, processesOf } from './command.ts';

const voice = path.resolve(import.meta.dirname, '../../../lib/server/audio/fixtures/voice.webm');
const uzbekEncoder = 'am-onnx/encoder.onnx';
const printedLimitMs = 90_000;
let publisher: ModelPublisher;
let installation: Installation;
let command: Command;

beforeAll(async () => {
  publisher = await startModelPublisher(smallRecognizers());
  installation = await Installation.make({ SPEECH_MODELS: '', ADMIN_WITHOUT_PASSWORD: 'local' });
});
afterAll(async () => {
  command.process.kill('SIGTERM');
  await command.exited;
  publisher.stop();
  installation.remove();
});

async function start(modelsUrl: string): Promise<void> {
  command = installation.start({ MODELS_URL: modelsUrl });
  await installation.untilRunning(command);
}

const address = (route: string) => `http://localhost:${installation.port}${route}`;
const untilPrinted = (line: RegExp) =>
  until(command.output, () => line.test(command.output()), printedLimitMs);

async function stateOf(id: string): Promise<string | undefined> {
  const { models } = modelList.parse(await (await fetch(address('/api/admin/models'))).json());
  return models.find((model) => model.id === id)?.state;
}

async function transcribe(language: string): Promise<{ text?: string; code?: string }> {
  const body = new FormData();
  body.set('file', new Blob([readFileSync(voice)], { type: 'audio/webm' }), 'voice.webm');
  body.set('language', language);
  return (await fetch(address('/api/stt/transcribe'), { method: 'POST', body })).json();
}

test('without the publisher the product works, and one line says what is missing', async () => {
  await start('http://127.0.0.1:9');
  await untilPrinted(/^ {2}! No speech recognition for uz, ru, en; everything else works\. The publisher/m);
  expect((await installation.health())?.status).toBe('ok');
  expect(command.output().match(/No speech recognition/g)).toHaveLength(1);
  command.process.kill('SIGTERM');
  await command.exited;
});

test('the next start fetches the models once the site is up, as the set-up page shows', async () => {
  const { stalled } = publisher.stallAfter(uzbekEncoder, 10);
  await start(publisher.url);
  await untilPrinted(/is fetched in the background: \d+ MB/);
  expect(command.output().indexOf('in the background')).toBeGreaterThan(
    command.output().indexOf('Ovoz runs at'),
  );
  await stalled;
  expect(await stateOf('vosk-uz')).toBe('fetching');
  expect(await transcribe('uz')).toMatchObject({ code: 'speech_unavailable' });
});

test('a start after a kill in the middle fetches again, and installed models are used without a restart', async () => {
  for (const { pid } of processesOf(installation.dataDir)) kill(pid);
  await command.exited;
  const { stalled, resume } = publisher.stallAfter(uzbekEncoder, 10);
  await start(publisher.url);
  await stalled;
  const web = installation.pidOf('web');
  await untilPrinted(/is fetched in the background/);
  expect(await transcribe('uz')).toMatchObject({ code: 'speech_unavailable' });
  resume();
  await untilPrinted(/^ {2}✓ Speech recognition for uz.* is installed, and used from now on$/m);
  expect(await transcribe('uz')).toMatchObject({ text: expect.stringMatching(/^a+$/) });
  expect(installation.pidOf('web')).toBe(web);
});

test('a file with another checksum is refused', async () => {
  await untilPrinted(
    /^ {2}! No speech recognition for en; .* A file of the model is not the one that was published\.$/m,
  );
  expect(await stateOf('zipformer-en')).toBe('stopped');
  expect(await transcribe('en')).toMatchObject({ code: 'speech_unavailable' });
});
