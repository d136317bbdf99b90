/**
 * npm run film records 20 seconds of a real call: docs/images/call.mp4 and call.webp. Needs ffmpeg. BASE_URL names a running
 * product with an open office.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Page, chromium } from 'playwright';
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { writeSpokenWav } from '../../test/spoken-wav.ts';
import { openProduct } from '../../test/product-under-test.ts';
import { press, untilSent, untilTalked, visitOf } from '../visit.ts';

declare global {
  interface Window {
    /** When the call's recorder began, in milliseconds since 1970. */
    filmRecordedFromMs?: number;
  }
}

const filmS = 20;
/** The visitor is silent while the agent greets and asks. */
const firstAnswerAfterS = 9;
const viewport = { width: 960, height: 600 };
const phone = '901234567';
const images = path.join(import.meta.dirname, '../../../docs/images');

/** Holds the call, and returns its frames, its recording and when that began. */
async function holdCall(baseURL: string, wav: string) {
  await using browser = await chromium.launch(browserOptions({ wav }));
  const page = await browser.newPage({ baseURL, viewport, reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const start = MediaRecorder.prototype.start;
    MediaRecorder.prototype.start = function (...args) {
      window.filmRecordedFromMs = performance.timeOrigin + performance.now();
      start.apply(this, args);
    };
  });
  await page.goto('/en', { waitUntil: 'networkidle' });
  const frames: { data: Buffer; timestamp: number }[] = [];
  const onFrame = (frame: (typeof frames)[number]) => void frames.push(frame);
  await page.screencast.start({ size: viewport, quality: 90, onFrame });
  const visit = visitOf(page);
  await press(visit, 'hero_call');
  await page.getByRole('textbox', { name: visit.words.phone_label }).pressSequentially(phone, { delay: 120 });
  await press(visit, 'phone_submit');
  await untilTalked(visit, 18);
  await page.screencast.stop();
  await press(visit, 'voice_chat_end');
  await untilSent(visit);
  const recordedFromMs = await page.evaluate(() => window.filmRecordedFromMs ?? 0);
  return { frames, recordedFromMs, audio: await recordingOf(page) };
}

async function recordingOf(page: Page): Promise<Buffer> {
  const { leads }: { leads: { _id: string; phoneNumber: string }[] } = await (
    await page.request.get('/api/leads')
  ).json();
  const lead = leads.find(({ phoneNumber }) => phoneNumber.endsWith(phone));
  return (await page.request.get(`/api/leads/${lead?._id}/audio`)).body();
}

/** Makes a film of the frames of the last seconds, and aligns the recording with them. */
function makeFilm(call: Awaited<ReturnType<typeof holdCall>>, folder: string): void {
  const { frames, recordedFromMs, audio } = call;
  const endMs = frames.at(-1)?.timestamp ?? 0;
  const fromMs = endMs - filmS * 1000;
  const filmFrames = frames.filter((_, at) => (frames[at + 1]?.timestamp ?? endMs) > fromMs);
  const entries = filmFrames.map(({ data, timestamp }, at) => {
    writeFileSync(path.join(folder, `${at}.jpg`), data);
    const untilMs = filmFrames[at + 1]?.timestamp ?? endMs;
    return `file ${at}.jpg\nduration ${(untilMs - Math.max(fromMs, timestamp)) / 1000}`;
  });
  writeFileSync(path.join(folder, 'frames.txt'), entries.join('\n'));
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
await using product = await openProduct(testEnvironment());
try {
  const wav = path.join(folder, 'visitor.wav');
  await writeSpokenWav(wav, 'en', firstAnswerAfterS);
  makeFilm(await holdCall(product.url, wav), folder);
} finally {
  rmSync(folder, { recursive: true });
}
