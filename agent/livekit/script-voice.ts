import type { Room } from '@livekit/rtc-node';
import { Captions, heardText } from './captions.ts';
import { type VoicePublisher, framesOf } from './audio/publisher.ts';
import type { Speech } from './phrases.ts';

export interface PlaybackListener {
  onSentence(index: number): void;
  /** The speech is over; `text`: the part of it that was heard. */
  onEnd(text: string | undefined): void;
}

interface Playing {
  listener: PlaybackListener;
  timers: NodeJS.Timeout[];
  /** From its first sample on. */
  begun?: { speech: Speech; captions: Captions };
}

/** Lines of the script in a room, one at a time, with their captions. */
export class ScriptVoice {
  readonly #room: Room;
  readonly #publisher: VoicePublisher;
  #playing: Playing | undefined;

  constructor(room: Room, publisher: VoicePublisher) {
    this.#room = room;
    this.#publisher = publisher;
  }

  /**
   * Says a speech as soon as it is made and somebody can hear it. One that is still being said is stopped.
   * @throws whatever the making of the speech throws, and Error if the room is gone
   */
  async say(making: Promise<Speech>, listener: PlaybackListener): Promise<void> {
    this.stop();
    const playing: Playing = { listener, timers: [] };
    this.#playing = playing;
    const speech = await making;
    const { sid = '' } = await this.#publisher.subscribed();
    if (this.#playing !== playing) return;
    this.#publisher.onBegin = () => this.#begin(playing, speech, sid);
    for (const frame of framesOf(speech.samples)) {
      await this.#publisher.write(new Int16Array(frame.data));
      if (this.#playing !== playing) return;
    }
    await this.#publisher.played();
    if (this.#playing === playing) this.#finish(playing, Infinity);
  }

  stop(): void {
    if (this.#playing !== undefined) this.#finish(this.#playing, this.#publisher.clear());
  }

  #begin(playing: Playing, speech: Speech, trackSid: string): void {
    const participant = this.#room.localParticipant;
    if (participant === undefined) return;
    playing.begun = { speech, captions: new Captions(participant, trackSid, speech) };
    playing.listener.onSentence(0);
    playing.timers = speech.sentences
      .slice(1)
      .map(({ fromMs }, index) => setTimeout(() => playing.listener.onSentence(index + 1), fromMs));
  }

  #finish({ begun, timers, listener }: Playing, heardMs: number): void {
    this.#playing = undefined;
    timers.forEach(clearTimeout);
    void begun?.captions.close(heardMs === Infinity);
    listener.onEnd(begun && (heardText(begun.speech, heardMs) || undefined));
  }
}
