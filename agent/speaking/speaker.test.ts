import { describe, expect, it, onTestFinished } from 'vitest';
import type { Utterance } from '../conversation/wording.ts';
import type { Voice } from './speaker.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { VoicePublisher } from './publisher.ts';
import { RoomSpeaker } from './speaker.ts';

const shortMs = 400;
/** The length of a sentence that a test stops: it must not end before the stop, even on a slow machine. */
const longMs = 10_000;

/** A speaker in a room with a listener. */
async function startSpeaker({ sentencesMs = [shortMs], isMade = false } = {}) {
  const synthesized: string[] = [];
  const voice: Voice = {
    async *speak(sentence) {
      const sentenceMs = sentencesMs[synthesized.length] ?? shortMs;
      synthesized.push(sentence);
      yield new Int16Array((voiceRateHz * sentenceMs) / 1000).fill(1_000 * synthesized.length);
    },
    languageOf: () => 'en',
    isMade: () => isMade,
  };
  const loudness = new Set<number | undefined>();
  const publisher = new VoicePublisher({ onSound: (samples) => loudness.add(samples[0]) });
  const publication = { sid: 'TR_1', waitForSubscription: () => Promise.resolve() };
  await publisher.publish({ publishTrack: () => Promise.resolve(publication) });
  const speaker = new RoomSpeaker({ publisher, voice, participant: () => undefined });
  onTestFinished(async () => {
    speaker.close();
    await publisher.close();
  });
  const events: string[] = [];
  let ended: { heard: string; isInterrupted: boolean } | undefined;
  const say = (utterance: Utterance) =>
    speaker.say(utterance, (event) => {
      if (event.type !== 'speech_ended') events.push(event.type);
      else ended = { heard: event.heard, isInterrupted: event.isInterrupted };
    });
  return { speaker, say, publisher, synthesized, loudness, events, ended: () => ended };
}

function utterance(lead: string[], rest: string[]): Utterance {
  return { lead, rest, meaning: { by: 'script' }, heard: () => {} };
}

const thanks = utterance(['Thank you, Aziz.'], ['What do you do for a living?']);

describe('an utterance', () => {
  it('is heard whole: its start, then its question, then its end', async () => {
    const { say, events, ended } = await startSpeaker();
    say(thanks);
    await expect.poll(ended).toEqual({
      heard: 'Thank you, Aziz. What do you do for a living?',
      isInterrupted: false,
    });
    expect(events).toEqual(['speech_started', 'question_started']);
  });

  it('has ended when stop returns, with the part that was heard', async () => {
    const { speaker, say, publisher, events, ended } = await startSpeaker({ sentencesMs: [shortMs, longMs] });
    say(thanks);
    await expect.poll(() => publisher.heardMs).toBeGreaterThan(150);
    speaker.stop();
    const { heard = '', isInterrupted } = ended() ?? {};
    expect(isInterrupted).toBe(true);
    expect(heard).not.toBe('');
    expect('Thank you, Aziz. What do you do for a living?'.startsWith(heard)).toBe(true);
    expect(events[0]).toBe('speech_started');
  });

  it('is silent after a stop in the pause between two sentences', async () => {
    const { speaker, say, publisher, loudness, ended } = await startSpeaker({
      sentencesMs: [1_000, longMs],
      isMade: true,
    });
    say(thanks);
    await expect.poll(() => publisher.heardMs, { interval: 5 }).toBeGreaterThan(600);
    speaker.stop();
    expect(ended()).toMatchObject({ isInterrupted: true });
    loudness.clear();
    say(utterance([], ['Where are you from?']));
    await expect.poll(() => ended()?.heard).toBe('Where are you from?');
    expect([...loudness]).toEqual([3_000]);
  });

  it('is synthesized once if it was prepared', async () => {
    const { speaker, say, synthesized, ended } = await startSpeaker();
    speaker.prepare(thanks);
    await expect.poll(() => synthesized).toHaveLength(2);
    say(thanks);
    await expect.poll(ended).toBeDefined();
    expect(synthesized).toHaveLength(2);
  });

  it('without a sound ends unheard', async () => {
    const { say, events, ended } = await startSpeaker();
    say(utterance([], []));
    await expect.poll(ended).toEqual({ heard: '', isInterrupted: false });
    expect(events).toEqual([]);
  });
});
