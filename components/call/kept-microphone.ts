import { TrackEvent } from 'livekit-client';
import { type Microphone, microphoneDenied, noteMicrophone, watchMicrophones } from './devices';

/** What becomes of the microphone in a call. */
export type MicrophoneNews =
  /** Another device, or the same again. */
  | { type: 'microphone'; track: MediaStreamTrack }
  | { type: 'microphone_lost'; denied: boolean }
  /** The phone has taken the microphone for something else, or given it back. */
  | { type: 'microphone_held'; held: boolean };

/** livekit-client restarts a microphone by itself on some changes: one that has ended by then it could not have back. */
const restartedWithinMs = 2000;

/**
 * The visitor's microphone in a call, had back where it is lost. Whoever loses it mutes its track: of the tries to have it back, unmute()
 * makes one at a time, and none once it is there.
 */
export class KeptMicrophone {
  readonly #track: Microphone;
  readonly #tell: (news: MicrophoneNews) => void;
  readonly #unwatch: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLost = false;
  /** By the visitor. */
  #isMuted = false;

  constructor(track: Microphone, tell: (news: MicrophoneNews) => void) {
    this.#track = track;
    this.#tell = tell;
    track.on(TrackEvent.Ended, () => void this.#lose());
    // livekit-client has found no other device, or one could not be taken.
    track.on(TrackEvent.Muted, () => {
      if (!this.#isMuted) void this.#lose();
    });
    // livekit-client has found another device, or the same again.
    track.on(TrackEvent.Restarted, () => {
      this.#isLost = false;
      noteMicrophone(track.mediaStreamTrack);
      this.#watchHold(track.mediaStreamTrack);
      tell({ type: 'microphone', track: track.mediaStreamTrack });
    });
    // A phone call, Siri or another app has held it for some seconds.
    track.on(TrackEvent.UpstreamPaused, () => void this.#lose());
    this.#watchHold(track.mediaStreamTrack);
    this.#unwatch = watchMicrophones(() => this.lookAfter());
  }

  /** Gives it to a room: livekit-client looks after a track only from its publication on. @throws what `publish` throws */
  async give(publish: (track: Microphone) => Promise<unknown>): Promise<void> {
    if (this.#isLost) await this.#track.mute();
    await publish(this.#track);
    if (this.#isLost) this.#retry();
  }

  /** Mutes the track itself: the room may not have it yet, or not have it again, and is given it as it is. @throws what getUserMedia throws */
  async setMuted(muted: boolean): Promise<void> {
    if (!muted) await this.#track.unmute();
    this.#isMuted = muted;
    if (muted) await this.#track.mute();
  }

  /** @throws what getUserMedia throws */
  async useDevice(deviceId: string): Promise<void> {
    try {
      await this.#track.setDeviceId(deviceId);
      // A muted track takes the device when it is unmuted, and a lost one is muted.
      if (!this.#isMuted) await this.#track.unmute();
    } catch (error) {
      // The old one has been let go by then.
      await this.#track.mute();
      throw error;
    }
  }

  /** Opens it anew, as the visitor asks for it. */
  async reopen(): Promise<void> {
    try {
      await (this.#track.isMuted ? this.#track.unmute() : this.#track.restartTrack());
    } catch (error) {
      console.error('The microphone could not be opened:', error);
      await this.#track.mute();
      void this.#lose();
    }
  }

  /** It may be there again, or have been lost unheard: the page is back, or the devices have changed. */
  lookAfter(): void {
    this.#retry();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#findEnded(), restartedWithinMs);
  }

  stop(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#track.stop();
  }

  #watchHold(track: MediaStreamTrack): void {
    track.onmute = () => this.#tell({ type: 'microphone_held', held: true });
    track.onunmute = () => {
      this.#isLost = false;
      this.#tell({ type: 'microphone_held', held: false });
    };
  }

  async #lose(): Promise<void> {
    this.#isLost = true;
    const denied = await microphoneDenied();
    if (this.#isLost) this.#tell({ type: 'microphone_lost', denied });
  }

  /** livekit-client tells nobody of a microphone that it could not restart. */
  async #findEnded(): Promise<void> {
    if (this.#track.isMuted || this.#track.mediaStreamTrack.readyState === 'live') return;
    await this.#track.mute();
    this.#retry();
  }

  #retry(): void {
    // No device yet: the next change tries again.
    if (!this.#isMuted) this.#track.unmute().catch(() => undefined);
  }
}
