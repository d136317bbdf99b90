import { voice } from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';
import type { VoicePublisher } from '../audio/publisher.ts';
import { voiceRateHz } from '../phrases.ts';

/** Our publisher as the output of an AgentSession. The framework's own drops what is queued at a pause, and up to a frame later. */
export class SessionVoice extends voice.AudioOutput {
  readonly #publisher: VoicePublisher;
  #begun = false;
  #ending: Promise<void> | undefined;
  #cleared = 0;

  constructor(publisher: VoicePublisher) {
    super(voiceRateHz, undefined, { pause: true });
    this.#publisher = publisher;
    publisher.onBegin = () => {
      if (!this.#begun) this.onPlaybackStarted(Date.now());
      this.#begun = true;
    };
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    const cleared = this.#cleared;
    await Promise.all([this.#publisher.subscribed(), this.#ending]);
    if (cleared !== this.#cleared) return;
    await super.captureFrame(frame);
    // Copied, because the framework's frames may be views of memory that is written to again.
    await this.#publisher.write(new Int16Array(frame.data));
  }

  override flush(): void {
    super.flush();
    if (this.pendingPlayoutSegments > 0) this.#ending ??= this.#end();
  }

  override clearBuffer(): void {
    this.#cleared++;
    if (this.pendingPlayoutSegments === 0) return;
    super.flush();
    this.#finished(this.#publisher.clear(), true);
  }

  override pause(): void {
    super.pause();
    this.#publisher.pause();
  }

  override resume(): void {
    super.resume();
    this.#publisher.resume();
  }

  /** Goes on with a sentence that was paused for no more than a backchannel; the framework, if it still waits, finds it going on. */
  goOn(): void {
    if (this.#publisher.isPaused && this.#publisher.heardMs > 0) this.#publisher.resume();
  }

  async #end(): Promise<void> {
    const cleared = this.#cleared;
    const heardMs = await this.#publisher.played();
    if (cleared === this.#cleared) this.#finished(heardMs, false);
  }

  #finished(heardMs: number, interrupted: boolean): void {
    this.#ending = undefined;
    this.#begun = false;
    this.onPlaybackFinished({ playbackPosition: heardMs / 1000, interrupted });
  }
}
