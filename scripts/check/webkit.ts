import { spawn, type ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { findProgram } from '../../lib/server/platform/find-program.mjs';
import { freePort } from '../start/ports.mjs';
import { button, holds, pageSays, panelSays, press, stepTimeoutMs, typePhone, waiting } from './in-page.ts';

/**
 * The page, the form and the demos in WebKitGTK, against a running product (BASE_URL, http://localhost:3000 without it): `npm run check:webkit`.
 * Debian has what it takes as webkit2gtk-driver and, for a machine without a screen, xvfb. Its WebKit is built without WebRTC: a call is refused in words.
 */
const baseUrl = process.env.BASE_URL ?? 'http://localhost:3000';
const words = messagesOf.uz;

const field = `document.querySelector(':popover-open input[type=tel]')`;
const playing = `[...document.querySelectorAll('audio')].some((one) => !one.paused)`;

/** A key of the browser's own: without a visitor's press it plays no sound. */
const pressEnter = Symbol('Enter');

const steps: [what: string, how: string | typeof pressEnter][] = [
  ['the page is drawn', pageSays(words.hero_title)],
  ['it is as wide as the window', holds('document.documentElement.scrollWidth <= innerWidth')],
  ['the form opens at its button', press(words.hero_call)],
  [
    'and stands inside the window',
    waiting(`(() => {
      const box = document.querySelector(':popover-open')?.getBoundingClientRect();
      return box && box.width > 0 && box.left >= 0 && box.right <= innerWidth && 'yes';
    })()`),
  ],
  ['a wrong number is typed', typePhone('96 123 45 67')],
  ['and sent', press(words.phone_submit)],
  ['it is refused in words', pageSays(words.phone_invalid_error)],
  ['the field is marked', holds(`${field}.ariaInvalid === 'true'`)],
  ['a number as people write it is formatted', typePhone('8 (33) 765-43-21')],
  ['the call is asked for', press(words.phone_submit)],
  ['a browser without WebRTC is told so', panelSays(words.voice_chat_unsupported)],
  ['the panel closes', press(words.voice_chat_close)],
  ['an example is turned into speech', press(words.tts_convert)],
  ['the button pauses it', press(words.tts_pause)],
  ['and the voice waits', waiting(`${button(words.tts_play)} && 'yes'`)],
  [
    'a book is reached',
    waiting(`(() => {
      const book = [...document.querySelectorAll('button')].find((one) => one.textContent.includes(${JSON.stringify(words.audiobooks_alpomish_title)}));
      book?.focus();
      return book && 'reached';
    })()`),
  ],
  ['and pressed', pressEnter],
  ['it reads aloud', waiting(playing)],
  ['with its words below', pageSays(words.audiobooks_source)],
];

/** WebKit's WebDriver by plain HTTP. */
class Driver {
  readonly #url: string;
  #session = '';

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}/session`;
  }

  async open(browser: string): Promise<void> {
    const browserOptions = { binary: browser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    const { sessionId } = await this.#ask('POST', '', { capabilities });
    this.#session = `/${sessionId}`;
    await this.#ask('POST', `${this.#session}/timeouts`, { script: stepTimeoutMs + 5000 });
  }

  go(url: string): Promise<Record<string, unknown>> {
    return this.#ask('POST', `${this.#session}/url`, { url });
  }

  async evaluate(expression: string): Promise<string> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve(${expression}).then((value) => done({ value: String(value) }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.#ask('POST', `${this.#session}/execute/async`, { script, args: [] });
    if (error !== undefined) throw new Error(String(error));
    return String(value);
  }

  async pressEnter(): Promise<string> {
    const [element] = Object.values(await this.#ask('GET', `${this.#session}/element/active`));
    await this.#ask('POST', `${this.#session}/element/${String(element)}/value`, { text: '\uE007' });
    return 'pressed';
  }

  close(): Promise<unknown> {
    return this.#session === '' ? Promise.resolve() : this.#ask('DELETE', this.#session);
  }

  async #ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(this.#url + path, { method, body: body && JSON.stringify(body) });
    const { value }: { value: Record<string, unknown> | null } = await response.json();
    if (!response.ok) throw new Error(String(value?.message ?? value?.error));
    return value ?? {};
  }
}

/** A screen for a machine that has none: Xvfb tells the number of the one it made. */
async function openScreen(): Promise<{ display: string; server?: ChildProcess }> {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY };
  const xvfb = findProgram(['Xvfb']);
  if (xvfb === undefined) throw new Error('There is no screen (DISPLAY) and no Xvfb on PATH: install xvfb.');
  const server = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve) =>
    server.stdout.once('data', (data: Buffer) => resolve(String(data).trim())),
  );
  return { display: `:${number}`, server };
}

async function until(answers: () => Promise<unknown>): Promise<void> {
  for (const untilMs = Date.now() + 10_000; ;) {
    const answer = await answers().catch(() => null);
    if (answer !== null) return;
    if (Date.now() > untilMs) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function main(): Promise<void> {
  const program = findProgram(['WebKitWebDriver']);
  const [browser] = globSync('/usr/lib{,64,exec}/{*/,}webkit2gtk-4.*/MiniBrowser');
  if (program === undefined || browser === undefined)
    throw new Error('No WebKitWebDriver with its MiniBrowser here: install webkit2gtk-driver.');
  if ((await fetch(new URL('/api/health', baseUrl)).catch(() => null)) === null)
    throw new Error(`Nothing answers at ${baseUrl}: start the product, or set BASE_URL.`);
  const { display, server } = await openScreen();
  const port = await freePort(undefined);
  const webdriver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  const driver = new Driver(port);
  try {
    await until(() => fetch(`http://127.0.0.1:${port}/status`));
    await driver.open(browser);
    await driver.go(`${baseUrl}/`);
    for (const [what, how] of steps) {
      const done = how === pressEnter ? driver.pressEnter() : driver.evaluate(how);
      const value = await done.catch((error: unknown) => {
        throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      });
      console.log(`${what}: ${value === 'true' ? 'yes' : value}`);
    }
  } finally {
    await driver.close().catch(() => undefined);
    webdriver.kill();
    server?.kill();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
