import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { findProgram } from '../../lib/server/platform/find-program.mjs';
import {
  type Step,
  button,
  holds,
  newNumber,
  panelSays,
  press,
  stepTimeoutMs,
  typePhone,
  waiting,
} from './in-page.ts';

/**
 * A call in Firefox with a fake microphone, and a reload in it, against a running product (BASE_URL, http://localhost:3000 without it): `npm run check:firefox`.
 * Speaks WebDriver BiDi to the browser itself; Firefox comes from FIREFOX_PATH or PATH.
 */
const baseUrl = process.env.BASE_URL ?? 'http://localhost:3000';
const words = messagesOf.en;

const preferences: Record<string, string | number | boolean> = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

interface Reply {
  id?: number;
  type: string;
  result?: Record<string, unknown>;
  message?: string;
}

/** One BiDi connection: commands and their results, in order. */
class BiDi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const reply: Reply = JSON.parse(String(data));
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  async send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    const replied = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await replied;
    if (type !== 'success') throw new Error(`${method}: ${message}`);
    return result ?? {};
  }
}

/** Whether the recording can be listened to: the browser knows its length. */
const recordingLength = waiting(`(() => {
  const { duration } = document.querySelector('#call-panel audio') ?? {};
  return duration > 0 && duration.toFixed(1) + ' s';
})()`);

/** Keeps the recording within reach: the page's policy lets nobody fetch it by its address. */
const keepRecording = `(() => {
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    if (blob.type.startsWith('audio/')) window.checkedRecording = blob;
    return make(blob);
  };
  return 'ok';
})()`;

/** Notes whether the button that turns on the sound was ever there. */
const watchSoundButton = `(() => {
  const look = () => (window.checkedSoundButton ||= Boolean(${button(words.voice_chat_sound_allow)}));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  return 'ok';
})()`;

/** How loud each channel of the recording is at its loudest in its first five seconds, 0 to 1: without an audio output as well. */
const bothVoices = `(async () => {
  const context = new OfflineAudioContext(1, 1, 16000);
  const sound = await context.decodeAudioData(await window.checkedRecording.arrayBuffer());
  const [visitor = 0, agent = 0] = Array.from({ length: sound.numberOfChannels }, (_, channel) =>
    sound.getChannelData(channel).subarray(0, 5 * 16000).reduce((most, value) => Math.max(most, Math.abs(value)), 0));
  if (visitor < 0.01 || agent < 0.01) throw new Error('visitor ' + visitor + ', agent ' + agent);
  return 'visitor ' + visitor.toFixed(2) + ', agent ' + agent.toFixed(2);
})()`;

const seconds = (count: number) => `new Promise((resolve) => setTimeout(() => resolve('ok'), ${count}000))`;

const beforeReload: Step[] = [
  ['the sound button is watched', watchSoundButton],
  ['the form opens', press(words.hero_call)],
  ['a number is typed', typePhone(newNumber())],
  ['the call starts', press(words.phone_submit)],
  ['the agent is there', panelSays(words.voice_chat_agent_connected)],
  ['it is recorded', panelSays(words.voice_chat_recording)],
  ['eight seconds of conversation', seconds(8)],
  ['the bars follow the voice', waiting(`document.querySelector('#call-panel meter')?.value > 10 && 'yes'`)],
  ['no sound button was shown, not for a moment', holds('!window.checkedSoundButton')],
];

/** The page comes back into its call by itself. */
const afterReload: Step[] = [
  ['the recording is watched', keepRecording],
  ['the agent is there again', panelSays(words.voice_chat_agent_connected)],
  ['it is recorded again', panelSays(words.voice_chat_recording)],
  ['three seconds more', seconds(3)],
  ['the visitor ends it', press(words.voice_chat_end)],
  ['the conversation has arrived', panelSays(words.voice_chat_delivery_arrived)],
  ['the recording can be heard again', recordingLength],
  ['it has both voices of before the reload', bothVoices],
  [
    'the tile has the visitor’s voice',
    holds(`JSON.parse(sessionStorage.getItem('ovoz_last_call')).voice.some((level) => level > 0.3)`),
  ],
];

async function main(): Promise<void> {
  const firefox = process.env.FIREFOX_PATH ?? findProgram(['firefox', 'firefox-esr']);
  if (firefox === undefined)
    throw new Error('No Firefox on PATH: install firefox or firefox-esr, or name it in FIREFOX_PATH.');
  const health = await fetch(new URL('/api/health', baseUrl)).catch(() => null);
  if (health === null) throw new Error(`Nothing answers at ${baseUrl}: start the product, or set BASE_URL.`);

  const profile = await mkdtemp(path.join(os.tmpdir(), 'ovoz-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const browser = spawn(firefox, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error('Firefox did not open its debugging port.')),
        stepTimeoutMs,
      );
      browser.stderr.on('data', (data: Buffer) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(String(data));
        if (!found?.[1]) return;
        clearTimeout(late);
        resolve(found[1]);
      });
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const bidi = new BiDi(socket);
    await bidi.send('session.new', { capabilities: {} });
    const { context } = await bidi.send('browsingContext.create', { type: 'tab' });
    await bidi.send('browsingContext.navigate', { context, url: `${baseUrl}/en`, wait: 'complete' });
    const check = async ([what, expression]: Step) => {
      const { result, exceptionDetails } = await bidi.send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      });
      if (typeof exceptionDetails === 'object' && exceptionDetails !== null)
        throw new Error(`${what}: ${String(Reflect.get(exceptionDetails, 'text'))}`);
      const value = typeof result === 'object' && result !== null ? Reflect.get(result, 'value') : undefined;
      console.log(`${what}: ${value === true ? 'yes' : String(value)}`);
    };
    for (const step of beforeReload) await check(step);
    await bidi.send('browsingContext.reload', { context, wait: 'complete' });
    for (const step of afterReload) await check(step);
  } finally {
    browser.kill();
    await gone;
    await rm(profile, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
