/**
 * npm run screenshots [-- home form readme …]: pictures of every section and state of the site, at three widths, in three
 * languages, by day and by night, into screenshots/, and the README's into docs/images. BASE_URL names a running product
 * (with its settings in the environment); without it one is started and stopped again. Names choose some stories alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { browserOptions } from '../../e2e/support/browser.ts';
import { languages } from '../../lib/i18n/language.ts';
import { findProgram } from '../start/find-program.mjs';
import { chromiumNames } from '../browser.ts';
import { testEnvironment } from '../test/environment.ts';
import { startProductUnderTest } from '../test/product-under-test.ts';
import { tellStory, widths } from './camera.ts';
import { readmePictures } from './readme.ts';
import { makeSheets } from './sheets.ts';
import { leads, leadStates, locked, signIn } from './stories/admin.ts';
import { call, callDenied, callOnTheWay } from './stories/call.ts';
import { stt, sttDenied, sttOff, tts } from './stories/demos.ts';
import { form, home, keyboard, sections } from './stories/home.ts';
import { pages } from './stories/pages.ts';

const readme = 'readme';
/** In the order of a visit; the leads come of the calls before. */
const stories = [
  ...[home, sections, keyboard, form, pages, tts, stt, sttOff, sttDenied],
  ...[callOnTheWay, callDenied, call, leadStates, leads, signIn, locked],
];
const wholeLimitMs = 30 * 60_000;

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'screenshots');
const asked = process.argv.slice(2);
const known = [readme, ...stories.map(({ name }) => name)];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(2);
}
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

async function takeAll(baseUrl: string): Promise<void> {
  if (isAsked(readme)) {
    const images = path.join(root, 'docs', 'images');
    await mkdir(images, { recursive: true });
    await readmePictures(baseUrl, images);
  }
  const browser = await chromium.launch(browserOptions());
  const deaf = await chromium.launch(browserOptions({ allowed: false }));
  try {
    const names = new Set<string>();
    for (const story of stories.filter(({ name }) => isAsked(name))) {
      const since = performance.now();
      for (const width of widths)
        for (const language of languages) {
          const visitor = story.microphone === 'denied' ? deaf : browser;
          const taken = await tellStory(visitor, story, { baseUrl, folder }, [width, language]);
          for (const name of taken) names.add(name);
        }
      console.log(`${story.name} ${((performance.now() - since) / 1000).toFixed(0)} s`);
    }
    await makeSheets(browser, folder, [...names]);
    console.log(
      `${names.size} pictures, each ${widths.length * languages.length * 2} times: ${folder}/index.html`,
    );
  } finally {
    await Promise.all([browser.close(), deaf.close()]);
  }
}

async function startOwn(dataDir: string) {
  const env = testEnvironment();
  const product = await startProductUnderTest(root, env, dataDir);
  // The second web apps of some stories stand on its parts.
  Object.assign(process.env, env, product.settings);
  return product;
}

process.env.CHROMIUM_PATH ??= findProgram(chromiumNames);
setTimeout(() => {
  console.error('not done after half an hour');
  process.exit(1);
}, wholeLimitMs).unref();

if (process.env.BASE_URL) {
  await takeAll(process.env.BASE_URL);
} else {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-screenshots-'));
  const product = await startOwn(path.join(dataDir, 'product'));
  try {
    await takeAll(product.url);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
