/**
 * npm run film records a real call of 20 seconds: docs/images/call.mp4 and call.webp. Needs ffmpeg. BASE_URL names a running
 * product with an open office.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Page, chromium } from 'playwright';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { pcmRateHz } from '../../../lib/server/audio/pcm.ts';
import { localSynthesizer } from '../../../lib/server/speech/tts.ts';
import { wavHeader } from '../../../lib/wav.ts';
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { product } from '../product.ts';

declare global {
  interface Window {
    /** When the call's recorder began, in milliseconds since 1970. */
    filmRecordedFromMs?: number;
  }
}

interface Frame {
  jpeg: Buffer;
  atMs: number;
}

const filmS = 20;
/** The visitor is silent while the agent greets and asks. */
const firstAnswerAfterS = 9;
const viewport = { width: 960, height: 600 };
const words = messagesOf.en;
const phone = '901234567';
const images = path.join(import.meta.dirname, '../../../docs/images');

async function writeAnswer(file: string): Promise<void> {
  const text = 'My name is Aziz. We sell furniture in Tashkent, and miss too many calls.';
  const speech = await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'en' }));
  const samples = [
    new Int16Array(firstAnswerAfterS * pcmRateHz),
    ...speech,
    new Int16Array(filmS * pcmRateHz),
  ];
  const data = Buffer.concat(samples.map(({ buffer, byteLength }) => Buffer.from(buffer, 0, byteLength)));
  writeFileSync(file, Buffer.concat([wavHeader({ dataBytes: data.length }), data]));
}

/** Collects the page's frames until the returned function is called. */
async function filmPage(page: Page): Promise<() => Promise<Frame[]>> {
  const frames: Frame[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ jpeg: Buffer.from(data, 'base64'), atMs: (metadata.timestamp ?? 0) * 1000 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
  return async () => {
    await session.send('Page.stopScreencast');
    return frames;
  };
}

/** Holds the call, and returns its frames, its recording and when that began. */
async function holdCall(baseURL: string, wav: string) {
  const browser = await chromium.launch(browserOptions({ wav }));
  try {
    const page = await browser.newPage({ baseURL, viewport, reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const start = MediaRecorder.prototype.start;
      MediaRecorder.prototype.start = function (...args) {
        window.filmRecordedFromMs = performance.timeOrigin + performance.now();
        start.apply(this, args);
      };
    });
    await page.goto('/en', { waitUntil: 'networkidle' });
    const stop = await filmPage(page);
    const panel = page.getByRole('dialog', { name: words.voice_chat_title });
    await page.getByRole('button', { name: words.hero_call }).first().click();
    await page.getByRole('textbox', { name: words.phone_label }).pressSequentially(phone, { delay: 120 });
    await page.getByRole('button', { name: words.phone_submit }).click();
    await panel.getByText(/^0:(1[89]|[2-5]\d)$/).waitFor({ timeout: 60_000 });
    const frames = await stop();
    await panel.getByRole('button', { name: words.voice_chat_end, exact: true }).click();
    await panel.getByText(words.voice_chat_delivery_arrived).waitFor();
    const recordedFromMs = await page.evaluate(() => window.filmRecordedFromMs ?? 0);
    return { frames, recordedFromMs, audio: await recordingOf(page) };
  } finally {
    await browser.close();
  }
}

async function recordingOf(page: Page): Promise<Buffer> {
  const { leads }: { leads: { _id: string; phoneNumber: string }[] } = await (
    await page.request.get('/api/leads')
  ).json();
  const lead = leads.find(({ phoneNumber }) => phoneNumber.endsWith(phone));
  return (await page.request.get(`/api/leads/${lead?._id}/audio`)).body();
}

/** Cuts the last seconds of the frames and aligns the recording with them. */
function cut({ frames, recordedFromMs, audio }: Awaited<ReturnType<typeof holdCall>>, folder: string): void {
  const endMs = frames.at(-1)?.atMs ?? 0;
  const fromMs = endMs - filmS * 1000;
  const shown = frames.filter(({ atMs }, at) => atMs >= fromMs || (frames[at + 1]?.atMs ?? 0) > fromMs);
  const list = shown.map(({ jpeg, atMs }, at) => {
    writeFileSync(path.join(folder, `${at}.jpg`), jpeg);
    const untilMs = shown[at + 1]?.atMs ?? endMs;
    return `file ${at}.jpg\nduration ${(untilMs - Math.max(fromMs, atMs)) / 1000}`;
  });
  writeFileSync(path.join(folder, 'frames.txt'), list.join('\n'));
  writeFileSync(path.join(folder, 'call.webm'), audio);
  const film = path.join(images, 'call.mp4');
  const ffmpeg = (...args: string[]) =>
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...args], { cwd: folder, stdio: 'inherit' });
  const delay = ['-itsoffset', String((recordedFromMs - fromMs) / 1000)];
  const video = ['-vf', 'fps=15', '-c:v', 'libx264', '-crf', '28', '-pix_fmt', 'yuv420p'];
  const sound = ['-c:a', 'aac', '-ac', '1', '-b:a', '64k'];
  const inputs = ['-f', 'concat', '-i', 'frames.txt', ...delay, '-i', 'call.webm'];
  ffmpeg(...inputs, ...video, ...sound, '-t', String(filmS), '-movflags', '+faststart', film);
  const poster = ['-vf', 'fps=6,scale=720:-1', '-c:v', 'libwebp_anim', '-quality', '60', '-loop', '0'];
  ffmpeg('-ss', '3', '-t', '6', '-i', film, '-an', ...poster, path.join(images, 'call.webp'));
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-film-'));
const running = await product(testEnvironment());
try {
  const wav = path.join(folder, 'visitor.wav');
  await writeAnswer(wav);
  cut(await holdCall(running.url, wav), folder);
} finally {
  rmSync(folder, { recursive: true });
  await running.stop();
}
