import { chromium, type Page } from 'playwright';
import { browserOptions } from '../../browser.ts';
import { fillForm, press, visitOf } from '../visit.ts';

/** A louder sample is the agent's voice, not the codec's noise; full scale is 1. */
const audibleAmplitude = 0.015;
const typingMs = 1_500;

/** Submits the phone form once per number; returns the milliseconds from each submit to the agent's first audible sample. */
export async function measureFirstAudioMs(baseUrl: string, phones: string[]): Promise<number[]> {
  await using browser = await chromium.launch(browserOptions());
  const delaysMs: number[] = [];
  for (const phone of phones) {
    await using context = await browser.newContext({ permissions: ['microphone'] });
    delaysMs.push(await callOnce(await context.newPage(), baseUrl, phone));
  }
  return delaysMs;
}

async function callOnce(page: Page, baseUrl: string, phone: string): Promise<number> {
  await page.addInitScript(watchFirstAudio, audibleAmplitude);
  await page.goto(new URL('/en', baseUrl).href);
  const visit = visitOf(page);
  await fillForm(visit, phone);
  // Visitors take a moment to type; meanwhile the page prepares the call.
  await page.waitForTimeout(typingMs);
  await press(visit, 'phone_submit');
  const entryHandle = await page.waitForFunction(() => performance.getEntriesByName('bench-first-audio')[0]);
  return entryHandle.evaluate((entry) => entry?.duration ?? Number.NaN);
}

/** Runs in the page: marks the submit of the form, and measures up to the first audible sample of a remote track. */
function watchFirstAudio(threshold: number): void {
  addEventListener('submit', () => performance.mark('bench-submit'), { capture: true });
  const context = new AudioContext();
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args);
      this.addEventListener('track', ({ track }) => listen(track));
    }
  };

  function listen(track: MediaStreamTrack): void {
    if (track.kind !== 'audio') return;
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const audibleAt = samples.findIndex((sample) => Math.abs(sample) >= threshold);
      if (audibleAt === -1) return;
      clearInterval(timer);
      const beganAtMs = performance.now() - ((samples.length - audibleAt) * 1000) / context.sampleRate;
      performance.measure('bench-first-audio', { start: 'bench-submit', end: beganAtMs });
    }, 10);
  }
}
