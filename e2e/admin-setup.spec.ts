import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LoopbackVendor } from '../agent/testing/loopback-vendor.ts';
import { type ModelPublisher, startModelPublisher } from '../lib/server/testing/model-publisher.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/page-faults.ts';
import { startWebApp, type WebApp } from './support/web-app.ts';

const fixtures = path.join(import.meta.dirname, '../lib/server/speech/vendors/sherpa/fixtures');
const onnx = 'ru_RU-irina-medium.onnx';
const archiveName = 'sherpa-onnx-omnilingual-small.tar.bz2';
let publisher: ModelPublisher;
let dataDir: string;
let archive: string;
let sharedApp: WebApp;

/** A web app with its own models; the product under test has none. */
const startSharedApp = () =>
  startWebApp({ DATA_DIR: dataDir, MODELS_URL: publisher.url, ADMIN_WITHOUT_PASSWORD: 'local' });

test.beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-setup-'));
  archive = path.join(dataDir, archiveName);
  const rename = '--transform=s,loudness-model,sherpa-onnx-omnilingual-small,';
  // Incompressible bytes, so that the archive arrives in several chunks.
  writeFileSync(path.join(dataDir, 'ballast'), randomBytes(1_200_000));
  const files = [
    '-C',
    fixtures,
    'loudness-model',
    '-C',
    dataDir,
    '--transform=s,^ballast,sherpa-onnx-omnilingual-small/&,',
    'ballast',
  ];
  execFileSync('tar', ['-cjf', archive, rename, ...files]);
  publisher = await startModelPublisher({
    'csukuangfj/vits-piper-ru_RU-irina-medium': {
      [onnx]: await readFile(path.join(fixtures, 'tone-voice/model.onnx')),
      'tokens.txt': await readFile(path.join(fixtures, 'tone-voice/tokens.txt')),
      MODEL_CARD: Buffer.from('a voice'),
    },
  });
  // The database accepts only one folder of recordings, so this one copies the product's id.
  mkdirSync(path.join(dataDir, 'audio'));
  const idFile = (dir: string) => path.join(dir, 'audio', '.folder');
  copyFileSync(idFile(process.env.DATA_DIR ?? '.data'), idFile(dataDir));
  sharedApp = await startSharedApp();
});

test.afterAll(async () => {
  await sharedApp.kill();
  publisher.stop();
  rmSync(dataDir, { recursive: true });
});

const open = (page: Page) => page.goto(`${sharedApp.url}/en/admin/setup`);
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('by keyboard: the owner stops a download, downloads the voice again, makes the sample conversation and removes the voice', async ({
  page,
}) => {
  const { stalled, resume } = publisher.stallAfter(onnx, 700);
  await open(page);
  const voice = rowOf(page, 'Piper, Irina');
  await expect(voice).toContainText('81 MB · MIT');
  await expectAccessible(page);
  await voice.getByRole('button', { name: 'Download' }).focus();
  await page.keyboard.press('Enter');
  await expect(voice.getByRole('progressbar')).toBeVisible();
  await stalled;
  await voice.getByRole('button', { name: 'Stop' }).press('Enter');
  await voice.getByRole('button', { name: 'Download' }).press('Enter');
  await expect(voice.getByRole('progressbar')).toBeVisible();
  resume();
  await expect(voice.getByText('Installed')).toBeVisible();
  await expectAccessible(page);
  const sample = rowOf(page, 'The sample conversation on the site.');
  await expect(sample).toContainText('Русский: none');
  await sample.getByRole('button', { name: 'Make the sample' }).focus();
  await page.keyboard.press('Enter');
  await expect(sample).toContainText(/Русский:\s\d+\ss(?!,)/);
  await expect(sample).toContainText('Oʻzbek: none');

  await voice.getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(voice.getByRole('button', { name: 'Download' })).toBeVisible();
});

test('on a phone: an uploaded model recognises at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const recognition = rowOf(page, 'Speech recognition');
  await expect(recognition).toContainText('Not set up');
  await page.getByText('Add a model of your own').click();
  await page.getByRole('checkbox', { name: 'English' }).check();
  await page.getByLabel('Archive').setInputFiles(archive);
  await page.getByRole('button', { name: 'Upload the archive' }).click();
  await expect(rowOf(page, 'sherpa-onnx-omnilingual-small')).toContainText('Installed');
  const stored = () => readdirSync(path.join(dataDir, 'models'));
  await expect.poll(stored).toEqual(['sherpa-onnx-omnilingual-small']);
  await expect(recognition).toContainText('On: this server');
  await recognition.getByRole('button', { name: 'Recognise a sentence' }).click();
  await expect(recognition).toContainText(/It works, .* “a+”/);
  const isCutOff = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isCutOff).toBe(false);
});

test('the set-up page tries the language model like a call: it shows the time to the first word, the reply, the reasoning effort and a refused key', async ({
  page,
}) => {
  let isKeyRefused = false;
  const vendor = await new LoopbackVendor({
    reply: ({ tools = [], reasoning_effort: effort }) => {
      if (isKeyRefused) return { refusal: { status: 401, message: 'Incorrect API key provided' } };
      if (effort === 'low') return { refusal: { status: 400, message: 'reasoning_effort cannot be low' } };
      return { text: `Nice to meet you, ${tools.length} tools.` };
    },
  }).start();
  const settings = { LLM_MODEL: 'loopback-model', OPENAI_BASE_URL: vendor.url, OPENAI_API_KEY: 'key' };
  const app = await startWebApp({ DATA_DIR: dataDir, ADMIN_WITHOUT_PASSWORD: 'local', ...settings });
  try {
    await page.goto(`${app.url}/en/admin/setup`);
    const part = rowOf(page, 'Language model');
    await expect(part).toContainText('On: loopback-model');
    const ask = part.getByRole('button', { name: 'Ask the model' });
    const status = part.getByRole('status');
    await ask.click();
    await expect(status).toHaveText(
      /^loopback-model works: first word after \d+\.\d\d s\. “Nice to meet you, 5 tools\.” Asked without reasoning_effort\.$/,
    );

    await part.getByRole('combobox', { name: 'Thinking' }).selectOption('low');
    await expect(part).toContainText('set LLM_REASONING on the server');
    await ask.click();
    await expect(status).toContainText('The server refused reasoning_effort low: Ovoz sends none instead.');
    await expectAccessible(page);

    isKeyRefused = true;
    await ask.click();
    await expect(status).toContainText(
      'loopback-model: the key is refused (401: Incorrect API key provided)',
    );
  } finally {
    await app.kill();
    await vendor.close();
  }
});

test('a model server of this machine is found, and one press tries and uses its model', async ({ page }) => {
  let isFailing = true;
  const vendor = await new LoopbackVendor({
    models: ['nomic-embed-text', 'llama', 'qwen'],
    reply: () =>
      isFailing ? { refusal: { status: 500, message: 'out of memory' } } : { text: 'Nice to meet you.' },
  }).start();
  const { port } = new URL(vendor.url);
  const app = await startWebApp({ DATA_DIR: dataDir, ADMIN_WITHOUT_PASSWORD: 'local', LLM_PORTS: port });
  try {
    await page.goto(`${app.url}/en/admin/setup`);
    const part = rowOf(page, 'Language model');
    await expect(part).toContainText('Not set up');
    const models = part.getByRole('combobox', { name: `A model server answers on port ${port}` });
    await expect(models.getByRole('option')).toHaveText(['llama', 'qwen']);
    await models.selectOption('qwen');
    const use = part.getByRole('button', { name: 'Try and use' });
    await use.click();
    await expect(part).toContainText('out of memory');
    await expect(part).toContainText('Not set up');

    isFailing = false;
    await use.click();
    await expect(part).toContainText('qwen works: first word after');
    await expect(part).toContainText('On: qwen');
    await expectAccessible(page);
    await part.getByRole('button', { name: 'Stop using qwen' }).click();
    await expect(part).toContainText('Not set up');
  } finally {
    await app.kill();
    await vendor.close();
  }
});
