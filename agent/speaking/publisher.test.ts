import { describe, expect, it, onTestFinished } from 'vitest';
import { VoicePublisher } from './publisher.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';

/** A publisher with a listener, and the samples that it has sent. */
async function startPublisher() {
  const sent: number[] = [];
  const publisher = new VoicePublisher({ onSound: (samples) => sent.push(...samples) });
  const publication = { sid: 'TR_1', waitForSubscription: () => Promise.resolve() };
  await publisher.publish({ publishTrack: () => Promise.resolve(publication) });
  onTestFinished(() => publisher.close());
  return { publisher, sent };
}

/** Samples that show their positions in the utterance; the values repeat after 1.25 s. */
function utterance(lengthMs: number): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: (voiceRateHz * lengthMs) / 1000 }, (_, at) => at % 30_000);
}

describe('the agent’s voice', () => {
  it('pauses and goes on at the sample it stopped at', async () => {
    const { publisher, sent } = await startPublisher();
    const whole = utterance(3_000);
    publisher.pause();
    const writing = publisher.write(whole);
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
    publisher.resume();
    await expect.poll(() => publisher.heardMs).toBeGreaterThan(200);
    publisher.pause();
    const pausedAtMs = publisher.heardMs;
    const sentCount = sent.length;
    expect(publisher.isHeard).toBe(false);
    publisher.resume();
    await writing;
    expect(await publisher.untilPlayed()).toBeCloseTo(3_000, 0);
    const stoppedAt = (pausedAtMs * voiceRateHz) / 1000;
    expect(stoppedAt).toBeLessThan(sentCount);
    const resumedAt = whole.length - (sent.length - sentCount);
    expect(resumedAt).toBeCloseTo(stoppedAt, -1);
    expect(sent.slice(sentCount)).toEqual([...whole.slice(resumedAt)]);
  });

  it('drops unheard sound when it is cleared, and plays the next utterance whole', async () => {
    const { publisher, sent } = await startPublisher();
    void publisher.write(utterance(10_000));
    await expect.poll(() => publisher.heardMs).toBeGreaterThan(100);
    expect(publisher.clear()).toBeLessThan(10_000);
    sent.length = 0;
    const next = utterance(200);
    await publisher.write(next);
    expect(await publisher.untilPlayed()).toBeCloseTo(200, 0);
    expect(sent).toEqual([...next]);
  });

  it('plays the next utterance although the visitor interrupted at the last sample of this one', async () => {
    const { publisher, sent } = await startPublisher();
    const short = utterance(200);
    await publisher.write(short);
    const played = publisher.untilPlayed();
    await expect.poll(() => sent.length).toBe(short.length);
    // Blocks the timer by which the source reports the end of the sound.
    while (publisher.heardMs < 200);
    publisher.pause();
    await played;
    await publisher.write(short);
    await expect.poll(() => sent.length).toBe(2 * short.length);
  });
});
