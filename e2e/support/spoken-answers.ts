import type { BrowserContext, Page } from '@playwright/test';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';

declare global {
  interface Window {
    /** Plays 16-bit samples into the microphone; resolves at their end. */
    ovozSpeak?: (base64: string) => Promise<void>;
  }
}

const rateHz = 48_000;

/** From the next page on, the microphone plays what `speak` sends, and silence otherwise. */
export async function replaceMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript((sampleRate) => {
    let audioContext: AudioContext | undefined;
    const microphones: MediaStreamAudioDestinationNode[] = [];
    navigator.mediaDevices.getUserMedia = async () => {
      audioContext ??= new AudioContext({ sampleRate });
      const microphone = audioContext.createMediaStreamDestination();
      microphones.push(microphone);
      return microphone.stream;
    };
    window.ovozSpeak = async (base64) => {
      if (audioContext === undefined) throw new Error('The page has not opened the microphone.');
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const samples = new Int16Array(bytes.buffer);
      const buffer = audioContext.createBuffer(1, samples.length, sampleRate);
      buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32_768));
      const source = new AudioBufferSourceNode(audioContext, { buffer });
      for (const microphone of microphones) source.connect(microphone);
      const ended = new Promise((resolve) => source.addEventListener('ended', resolve));
      source.start();
      await ended;
    };
  }, rateHz);
}

const preparedSpeech = new Map<string, Int16Array>();

/** Synthesizes English sentences ahead of time: a late visitor may miss their turn. */
export async function prepareSentences(...texts: string[]): Promise<void> {
  const options = { language: 'en', sampleRateHz: rateHz } as const;
  for (const text of texts) {
    const speech = localSynthesizer().synthesize(text, options);
    preparedSpeech.set(text, joinSamples(await Array.fromAsync(speech)));
  }
}

/** Plays prepared sentences into the microphone, with a pause between them. */
export async function speak(page: Page, texts: string[], pauseMs = 0): Promise<void> {
  const pause = new Int16Array((rateHz * pauseMs) / 1000);
  const pieces = texts.flatMap((text, index) => {
    const speech = preparedSpeech.get(text);
    if (speech === undefined) throw new Error(`"${text}" was not prepared.`);
    return index === 0 ? [speech] : [pause, speech];
  });
  const samples = joinSamples(pieces);
  const base64 = Buffer.from(samples.buffer, 0, samples.byteLength).toString('base64');
  await page.evaluate((sound) => window.ovozSpeak?.(sound), base64);
}
