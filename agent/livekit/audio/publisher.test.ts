import { initializeLogger, voice } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VoicePublisher } from './publisher.ts';
import { SessionVoice } from '../session/session-voice.ts';
import { voiceRateHz } from '../phrases.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const passageMs = 900;

/** A voice that somebody hears, and what of it was handed on. */
async function heard() {
  const sent: number[] = [];
  const publisher = new VoicePublisher((samples) => sent.push(...samples));
  const publication = { sid: 'TR_1', waitForSubscription: () => Promise.resolve() };
  await publisher.publish({ publishTrack: () => Promise.resolve(publication) });
  onTestFinished(() => publisher.close());
  return { publisher, sent };
}

/** Samples that tell where in the passage they are. */
function passage(): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: (voiceRateHz * passageMs) / 1000 }, (_, at) => at % 30_000);
}

describe('the agent’s voice', () => {
  it('pauses and goes on at the sample it stopped at', async () => {
    const { publisher, sent } = await heard();
    const whole = passage();
    const writing = publisher.write(whole);
    await expect.poll(() => publisher.heardMs).toBeGreaterThan(200);
    publisher.pause();
    const pausedAtMs = publisher.heardMs;
    const handedOn = sent.length;
    expect(publisher.isHeard).toBe(false);
    publisher.resume();
    await writing;
    expect(await publisher.played()).toBeCloseTo(passageMs, 0);
    const stoppedAt = (pausedAtMs * voiceRateHz) / 1000;
    expect(stoppedAt).toBeLessThan(handedOn);
    expect(sent[handedOn]).toBeCloseTo(stoppedAt, -1);
    expect(sent.slice(handedOn)).toEqual([...whole.slice(sent[handedOn])]);
  });

  it('forgets what was not heard when it is cleared, and says the next passage whole', async () => {
    const { publisher, sent } = await heard();
    void publisher.write(passage());
    await expect.poll(() => publisher.heardMs).toBeGreaterThan(100);
    expect(publisher.clear()).toBeLessThan(passageMs);
    sent.length = 0;
    const next = passage().slice(0, 4_800);
    await publisher.write(next);
    expect(await publisher.played()).toBeCloseTo(200, 0);
    expect(sent).toEqual([...next]);
  });
});

describe('the same voice in a session', () => {
  async function speaking() {
    const { publisher } = await heard();
    const output = new SessionVoice(publisher);
    const over: voice.PlaybackFinishedEvent[] = [];
    output.on(voice.AudioOutput.EVENT_PLAYBACK_FINISHED, (event: voice.PlaybackFinishedEvent) =>
      over.push(event),
    );
    void output
      .captureFrame(new AudioFrame(passage(), voiceRateHz, 1, passage().length))
      .then(() => output.flush());
    await expect.poll(() => publisher.heardMs).toBeGreaterThan(100);
    return { publisher, output, over };
  }

  it('goes on after a nod before the session has decided, and is reported whole', async () => {
    const { publisher, output, over } = await speaking();
    output.pause();
    expect(publisher.isHeard).toBe(false);
    output.goOn();
    expect(publisher.isHeard).toBe(true);
    output.resume();
    expect(await output.waitForPlayout()).toMatchObject({ interrupted: false });
    expect(over[0]?.playbackPosition).toBeCloseTo(passageMs / 1000, 2);
  });

  it('is reported as far as it was heard when the words interrupt it', async () => {
    const { output, over } = await speaking();
    output.pause();
    output.clearBuffer();
    output.resume();
    expect(over).toEqual([{ playbackPosition: expect.any(Number), interrupted: true }]);
    expect(over[0]?.playbackPosition).toBeLessThan(0.5);
  });
});
