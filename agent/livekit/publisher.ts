import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  TrackPublishOptions,
  TrackSource,
  type LocalParticipant,
  type LocalTrackPublication,
  type Room,
} from '@livekit/rtc-node';
import { Captions, heardText } from './captions.ts';
import { voiceRateHz, type Speech } from './speech.ts';

const frameMs = 100;
/** Playout buffer: absorbs scheduling delay. Stopping discards it. */
const queueMs = 400;

export interface Heard {
  onSentence(index: number): void;
  /** The speech is over; `text` is what was heard of it. */
  onEnd(text: string | undefined): void;
}

interface Playing {
  heard: Heard;
  timers: NodeJS.Timeout[];
  /** From its first sample on. */
  begun?: { speech: Speech; atMs: number; captions: Captions };
}

/** The agent's voice in a room: one track, one speech at a time. */
export class SpeechPublisher {
  readonly #source: AudioSource;
  readonly #participant: LocalParticipant;
  readonly #publication: LocalTrackPublication;
  readonly #onSound: (samples: Int16Array) => void;
  #playing: Playing | undefined;

  private constructor(
    source: AudioSource,
    participant: LocalParticipant,
    publication: LocalTrackPublication,
    onSound: (samples: Int16Array) => void,
  ) {
    this.#source = source;
    this.#participant = participant;
    this.#publication = publication;
    this.#onSound = onSound;
  }

  /** Whether a speech is being heard. */
  get isHeard(): boolean {
    return this.#playing?.begun !== undefined;
  }

  /**
   * @param onSound each sound that is handed on
   * @throws Error if the room is not connected or refuses the track
   */
  static async open(room: Room, onSound: (samples: Int16Array) => void = () => {}): Promise<SpeechPublisher> {
    const { localParticipant } = room;
    if (localParticipant === undefined) throw new Error('the room is not connected');
    const source = new AudioSource(voiceRateHz, 1, queueMs);
    const track = LocalAudioTrack.createAudioTrack('agent-voice', source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    const publication = await localParticipant.publishTrack(track, options);
    return new SpeechPublisher(source, localParticipant, publication, onSound);
  }

  /**
   * Says a speech as soon as it is made and somebody can hear it. One that is still being said is stopped.
   * @throws whatever the making of the speech throws, and Error if the room is gone
   */
  async say(making: Promise<Speech>, heard: Heard): Promise<void> {
    this.stop();
    const playing: Playing = { heard, timers: [] };
    this.#playing = playing;
    const speech = await making;
    await this.#publication.waitForSubscription();
    for (const frame of framesOf(speech.samples)) {
      if (this.#playing !== playing) return;
      if (playing.begun === undefined) this.#begin(playing, speech);
      this.#onSound(frame.data);
      await this.#source.captureFrame(frame);
    }
    await this.#source.waitForPlayout();
    if (this.#playing === playing) this.#finish(playing, true);
  }

  /** Falls silent at once. */
  stop(): void {
    const playing = this.#playing;
    if (playing === undefined) return;
    this.#source.clearQueue();
    this.#finish(playing, false);
  }

  async close(): Promise<void> {
    this.stop();
    await this.#source.close();
  }

  #begin(playing: Playing, speech: Speech): void {
    const captions = new Captions(this.#participant, this.#publication.sid ?? '', speech);
    playing.begun = { speech, atMs: Date.now(), captions };
    playing.heard.onSentence(0);
    playing.timers = speech.sentences
      .slice(1)
      .map(({ fromMs }, index) => setTimeout(() => playing.heard.onSentence(index + 1), fromMs));
  }

  #finish({ begun, timers, heard }: Playing, whole: boolean): void {
    this.#playing = undefined;
    timers.forEach(clearTimeout);
    void begun?.captions.close(whole);
    if (begun === undefined) heard.onEnd(undefined);
    else heard.onEnd(heardText(begun.speech, whole ? Infinity : Date.now() - begun.atMs) || undefined);
  }
}

/** The samples in frames of equal length, the last one shorter. */
export function* framesOf(samples: Int16Array): Generator<AudioFrame> {
  const size = (voiceRateHz * frameMs) / 1000;
  for (let at = 0; at < samples.length; at += size) {
    const part = samples.slice(at, at + size);
    yield new AudioFrame(part, voiceRateHz, 1, part.length);
  }
}
