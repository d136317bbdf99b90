import type { Page } from '@playwright/test';
import { BlobSource, BufferTarget, Conversion, Input, Output, WEBM, WebMOutputFormat } from 'mediabunny';

/** Records a conversation of two tones in a browser as seekable WebM/Opus, the visitor left and the agent right. Takes real time. */
export async function recordConversation(page: Page, durationS: number): Promise<Buffer> {
  // Browsers allow sound only after a press.
  await page.mouse.click(1, 1);
  const base64 = await page.evaluate(async (lengthS) => {
    const context = new AudioContext();
    const merger = context.createChannelMerger(2);
    const output = context.createMediaStreamDestination();
    merger.connect(output);
    const tones = [330, 520].map((frequency, channel) => {
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(merger, 0, channel);
      return tone;
    });
    const recorder = new MediaRecorder(output.stream, { mimeType: 'audio/webm;codecs=opus' });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start(1000);
    for (const tone of tones) {
      tone.onended = () => recorder.state === 'recording' && recorder.stop();
      tone.start();
      tone.stop(context.currentTime + lengthS);
    }
    await stopped;
    await context.close();
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, durationS);
  return withDuration(Buffer.from(base64, 'base64'));
}

/** Copies the packets into a file that states its length. */
async function withDuration(recording: Buffer): Promise<Buffer> {
  const input = new Input({ source: new BlobSource(new Blob([new Uint8Array(recording)])), formats: [WEBM] });
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const conversion = await Conversion.init({ input, output });
  await conversion.execute();
  if (target.buffer === null) throw new Error('The recording could not be rewritten.');
  return Buffer.from(target.buffer);
}
