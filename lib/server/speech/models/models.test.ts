import { execFile, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeMono } from '../../audio/decode.ts';
import { dataDirectory } from '../../testing/server.ts';
import { type ModelPublisher, startModelPublisher } from '../../testing/model-publisher.ts';
import { recognizer, recognizers } from '../stt.ts';
import { chooseSynthesizer } from '../tts.ts';
import { env } from '../../platform/env.ts';
import { SideProcess } from '../../platform/side-process.ts';
import { addArchive, addFolder } from './add-model.ts';
import { modelsFolder } from './folder.ts';
import { listModels, removeModel, resumeFetches, startFetch } from './index.ts';

const fixtures = path.join(import.meta.dirname, '../vendors/sherpa/fixtures');
const loudness = path.join(fixtures, 'loudness-model');
const tone = path.join(fixtures, 'tone-voice');
const voiceRepository = 'csukuangfj/vits-piper-ru_RU-irina-medium';
const onnx = 'ru_RU-irina-medium.onnx';
/** sherpa-onnx refuses a folder without these files. This voice does not read them. */
const espeakFiles = ['phontab', 'phonindex', 'phondata', 'intonations', 'lang/ru'];
let publisher: ModelPublisher;

beforeAll(async () => {
  process.env.DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'ovoz-models-'));
  publisher = await startModelPublisher({
    [voiceRepository]: {
      [onnx]: await readFile(path.join(tone, 'model.onnx')),
      'tokens.txt': await readFile(path.join(tone, 'tokens.txt')),
      MODEL_CARD: Buffer.from('a voice'),
      ...Object.fromEntries(
        espeakFiles.map((name) => [`espeak-ng-data/${name}`, Buffer.from('a folder that is taken whole')]),
      ),
    },
  });
  process.env.MODELS_URL = publisher.url;
});

afterAll(() => {
  publisher.stop();
  rmSync(dataDirectory(), { recursive: true });
});

beforeEach(() => rmSync(modelsFolder(), { recursive: true, force: true }));

const stateOf = async (id: string) => (await listModels()).find((model) => model.id === id);
const untilInstalled = (id: string) => expect.poll(() => stateOf(id)).toMatchObject({ state: 'installed' });

test('a model is fetched with its checksums, used at once, and removed', async () => {
  expect(await stateOf('piper-ru-irina')).toMatchObject({ state: 'absent', license: 'MIT' });
  await startFetch('piper-ru-irina');
  await untilInstalled('piper-ru-irina');
  const folder = path.join(modelsFolder(), 'piper-ru-irina');
  expect(readdirSync(folder, { recursive: true })).toContain('espeak-ng-data/lang/ru');
  expect(JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'))).toMatchObject({
    source: `${voiceRepository}@main`,
  });
  const { totalBytes } = (await stateOf('piper-ru-irina')) ?? {};
  expect(totalBytes).toBeGreaterThan(statSync(path.join(folder, onnx)).size);
  await removeModel('piper-ru-irina');
  expect(readdirSync(modelsFolder())).toEqual([]);
  await expect(removeModel('piper-ru-irina')).rejects.toMatchObject({ code: 'not_found' });
});

test('a model is shown as fetching until it is installed', async () => {
  const states = new Set<string | undefined>();
  await startFetch('piper-ru-irina');
  while (!states.has('installed')) states.add((await stateOf('piper-ru-irina'))?.state);
  expect([...states]).toEqual(['fetching', 'installed']);
});

test('a file with another checksum is refused, and the model is not installed', async () => {
  const other = await startModelPublisher({
    [voiceRepository]: {
      [onnx]: Buffer.alloc(1000),
      'tokens.txt': Buffer.alloc(9),
      MODEL_CARD: Buffer.alloc(9),
    },
  });
  other.damage(onnx);
  const publisherUrl = env().MODELS_URL;
  env().MODELS_URL = other.url;
  await startFetch('piper-ru-irina');
  await expect
    .poll(() => stateOf('piper-ru-irina'))
    .toMatchObject({ state: 'stopped', failure: 'model_differs' });
  env().MODELS_URL = publisherUrl;
  other.stop();
  expect(readdirSync(modelsFolder())).toEqual(['.piper-ru-irina.part']);
});

test('a fetch whose process is killed begins again with the next start', async () => {
  const size = statSync(path.join(tone, 'model.onnx')).size;
  const { stalled, resume } = publisher.stallAfter(onnx, Math.floor(size / 2));
  const script = path.join(import.meta.dirname, '../../testing/model-fetcher.ts');
  const child = fork(script, ['piper-ru-irina'], { env: { ...process.env } });
  await stalled;
  await expect.poll(async () => (await stateOf('piper-ru-irina'))?.doneBytes).toBeGreaterThan(size / 2);
  expect(await stateOf('piper-ru-irina')).toMatchObject({ state: 'fetching' });
  await expect(startFetch('piper-ru-irina')).rejects.toMatchObject({ code: 'model_busy' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  resume();
  await resumeFetches();
  await untilInstalled('piper-ru-irina');
  const fetched = path.join(modelsFolder(), 'piper-ru-irina', onnx);
  expect(await readFile(fetched)).toEqual(await readFile(path.join(tone, 'model.onnx')));
});

test('a removed fetch does not resume after a restart, and can be requested again', async () => {
  const download = publisher.stallAfter(onnx, 10);
  await startFetch('piper-ru-irina');
  await download.stalled;
  await removeModel('piper-ru-irina');
  download.resume();
  await resumeFetches();
  expect(await stateOf('piper-ru-irina')).toMatchObject({ state: 'absent' });
  await expect(removeModel('piper-ru-irina')).rejects.toMatchObject({ code: 'not_found' });
  await startFetch('piper-ru-irina');
  await untilInstalled('piper-ru-irina');
});

test('removing a model stops its fetch in the terminal', async () => {
  const { stalled, resume } = publisher.stallAfter(onnx, 10);
  const program = path.join(import.meta.dirname, '../../../../scripts/models.ts');
  const child = fork(program, ['fetch', 'piper-ru-irina'], { env: { ...process.env }, silent: true });
  const stderrText = text(child.stderr ?? Readable.from([]));
  const ended = once(child, 'exit');
  await Promise.race([stalled, ended]);
  await removeModel('piper-ru-irina');
  expect(await ended, await stderrText).toEqual([1, null]);
  resume();
  expect(await stateOf('piper-ru-irina')).toMatchObject({ state: 'absent' });
});

test('a fetch of another machine counts as running while its heartbeats come', async () => {
  const parts = path.join(modelsFolder(), '.vosk-uz.part');
  await mkdir(parts, { recursive: true });
  expect(await stateOf('vosk-uz')).toMatchObject({ state: 'fetching' });
  await utimes(parts, 1, 1);
  expect(await stateOf('vosk-uz')).toMatchObject({ state: 'stopped' });
});

test('a fetch with a damaged record is shown as stopped, and begins again with the next start', async () => {
  const parts = path.join(modelsFolder(), '.piper-ru-irina.part');
  await mkdir(parts, { recursive: true });
  writeFileSync(path.join(parts, '.fetch.json'), '{"totalBytes":1}}');
  await utimes(parts, 1, 1);
  expect(await stateOf('piper-ru-irina')).toMatchObject({ state: 'stopped' });
  await resumeFetches();
  await untilInstalled('piper-ru-irina');
});

test('a day later, a start deletes the scratch folders of a dead process', async () => {
  const [old, young] = ['.scratch-old', '.scratch-young'].map((name) => path.join(modelsFolder(), name));
  for (const folder of [old, young]) await mkdir(String(folder), { recursive: true });
  await utimes(String(old), 1, 1);
  await resumeFetches();
  expect(readdirSync(modelsFolder())).toEqual(['.scratch-young']);
});

describe('an archive', () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'ovoz-archive-'));
  afterAll(() => rmSync(scratch, { recursive: true }));

  async function packArchive(flags: string, name: string, folder = loudness) {
    const root = path.join(scratch, 'sherpa-onnx-omnilingual-small');
    await cp(folder, root, { recursive: true });
    const file = path.join(scratch, name);
    execFileSync('tar', [flags, file, '-C', scratch, 'sherpa-onnx-omnilingual-small']);
    rmSync(root, { recursive: true });
    return file;
  }
  const recognition = { name: 'a.tar', kind: 'recognition' as const, languages: ['uz' as const] };
  const add = async (folder = loudness) =>
    addArchive(createReadStream(await packArchive('-cf', 'a.tar', folder)), recognition);
  const readVoice = async () => {
    const file = path.join(import.meta.dirname, '../../audio/fixtures/voice.webm');
    return decodeMono(await readFile(file), { maxDurationS: 60 });
  };

  test.each([
    ['with gzip', '-czf', 'a.tar.gz'],
    ['with bzip2', '-cjf', 'a.tar.bz2'],
  ])('%s is unpacked, loaded, and used for recognition at once', async (_, flags, name) => {
    expect(recognizer()).toBeNull();
    const id = await addArchive(createReadStream(await packArchive(flags, name)), { ...recognition, name });
    expect(id).toBe('sherpa-onnx-omnilingual-small');
    const samples = await readVoice();
    const { text } = (await recognizer()?.transcribe(samples, { language: 'uz' })) ?? {};
    expect(text).toMatch(/^a+$/);
    await expect(recognizer()?.transcribe(samples, { language: 'ru' })).rejects.toMatchObject({
      code: 'speech_unavailable',
    });
    await removeModel(id);
    expect(recognizer()).toBeNull();
  });

  test('that replaces a model of the same name is used at once', async () => {
    const hear = async () =>
      (await recognizer()?.transcribe(await readVoice(), { language: 'uz' }))?.text ?? '';
    await add();
    expect(await hear()).toMatch(/^a+$/);
    const newer = path.join(scratch, 'newer');
    await cp(loudness, newer, { recursive: true });
    writeFileSync(path.join(newer, 'tokens.txt'), '<s> 0\nb 1\na 2\n');
    await add(newer);
    expect(await hear()).toMatch(/^b+$/);
  });

  test('whose model is removed while it recognises leaves no process', async () => {
    const id = await add();
    const samples = await readVoice();
    await recognizer()?.transcribe(samples, { language: 'uz' });
    const close = vi.spyOn(SideProcess.prototype, 'close');
    const transcribing = recognizer()?.transcribe(samples, { language: 'uz' });
    await new Promise(setImmediate);
    rmSync(path.join(modelsFolder(), id), { recursive: true });
    expect(recognizers()).toEqual([]);
    expect((await transcribing)?.text).toMatch(/^a+$/);
    expect(close).not.toHaveBeenCalled();
    expect(recognizers()).toEqual([]);
    expect(close).toHaveBeenCalledOnce();
  });

  test('that breaks off leaves no files', async () => {
    const bytes = await readFile(await packArchive('-cf', 'b.tar'));
    const broken = Readable.from([bytes.subarray(0, 1100)]);
    await expect(addArchive(broken, recognition)).rejects.toMatchObject({ code: 'bad_request' });
    expect(readdirSync(modelsFolder())).toEqual([]);
  });

  test.each([
    ['no archive', Buffer.alloc(2000, 'x')],
    ['damaged', Buffer.concat([Buffer.from('BZh9'), Buffer.alloc(2000, 'x')])],
    ['empty', Buffer.alloc(0)],
  ])('that is %s is refused', async (_, bytes) => {
    await expect(addArchive(Readable.from([bytes]), recognition)).rejects.toMatchObject({
      code: expect.stringMatching(/model_unusable|bad_request/),
    });
    expect(readdirSync(modelsFolder())).toEqual([]);
  });

  test('with a file outside of it is refused', async () => {
    writeFileSync(path.join(scratch, 'evil'), 'x');
    execFileSync(
      'tar',
      ['-cPf', path.join(scratch, 'e.tar'), '--transform=s,^,../../,', '-C', scratch, 'evil'],
      { stdio: 'ignore' },
    );
    await expect(
      addArchive(createReadStream(path.join(scratch, 'e.tar')), recognition),
    ).rejects.toMatchObject({ code: 'model_unusable' });
  });
});

test('npm run models fetches, lists, adds and removes models', async () => {
  const program = path.join(import.meta.dirname, '../../../../scripts/models.ts');
  const run = async (...values: string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...values], { env: { ...process.env } })).stdout;
  expect(await run('fetch', 'piper-ru-irina')).toContain('✓ piper-ru-irina is fetched and checked');
  expect(await stateOf('piper-ru-irina')).toMatchObject({ state: 'installed' });
  expect(await run()).toMatch(/piper-ru-irina +voice +ru +installed/);
  expect(await run('add', loudness, 'recognition', 'uz')).toContain('✓ loudness-model is used from now on');
  expect(await run('remove', 'piper-ru-irina', 'loudness-model')).toContain('✓ loudness-model is removed');
  expect(readdirSync(modelsFolder())).toEqual([]);
  await expect(run('fetch', 'no-such-model')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no model no-such-model'),
  });
});

test('a folder that lies in the models’ folder stays, and is described anew', async () => {
  const folder = path.join(modelsFolder(), 'tone-model');
  await cp(tone, folder, { recursive: true });
  expect(await addFolder(folder, { kind: 'voice', languages: ['ru'] })).toBe('tone-model');
  expect(await addFolder(folder, { kind: 'voice', languages: ['uz'] })).toBe('tone-model');
  expect(statSync(path.join(folder, 'model.onnx')).isFile()).toBe(true);
  await removeModel('tone-model');
});

test('a folder of the server is used in place', async () => {
  const id = await addFolder(tone, { kind: 'voice', languages: ['ru'] });
  const voice = chooseSynthesizer({ ...env(), TTS_PROVIDER: 'local' });
  const pieces = await Array.fromAsync(voice.synthesize('йигирма', { language: 'ru' }));
  expect(pieces.length).toBeGreaterThan(0);
  await removeModel(id);
  expect(statSync(path.join(tone, 'model.onnx')).isFile()).toBe(true);
  await expect(addFolder('/nowhere', { kind: 'voice', languages: ['ru'] })).rejects.toMatchObject({
    code: 'model_unusable',
  });
});
