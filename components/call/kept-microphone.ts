import { TrackEvent } from 'livekit-client';
import { type Microphone, microphoneDenied, noteMicrophone, watchMicrophones } from './devices';

/** Changes of the microphone in a call. */
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
  /** How many times it is being opened anew: the old track has ended by then. */
  #openings = 0;

  constructor(track: Microphone, tell: (news: MicrophoneNews) => void) {
    this.#track = track;
    this.#tell = tell;
    track.on(TrackEvent.Ended, () => void this.#lose());
    const loseUnmuted = () => {
      if (!this.#isMuted) void this.#lose();
    };
    // livekit-client has found no other device, or one could not be taken.
    track.on(TrackEvent.Muted, loseUnmuted);
    // A phone call, Siri, another app or the system's own mute has held it for some seconds.
    track.on(TrackEvent.UpstreamPaused, loseUnmuted);
    // livekit-client has found another device, or the same again.
    track.on(TrackEvent.Restarted, () => {
      const wasLost = this.#isLost;
      this.#isLost = false;
      noteMicrophone(track.mediaStreamTrack);
      tell({ type: 'microphone', track: track.mediaStreamTrack });
      this.#watchHold(track.mediaStreamTrack);
      // The phone holds the new track, too.
      if (wasLost && track.mediaStreamTrack.muted) void this.#lose();
    });
    this.#watchHold(track.mediaStreamTrack);
    this.#unwatch = watchMicrophones(() => this.lookAfter());
  }

  /** Gives it to a room: livekit-client looks after a track only from its publication on. @throws what `publish` throws */
  async give(publish: (track: Microphone) => Promise<unknown>): Promise<void> {
    const wasLost = this.#isLost;
    if (wasLost) await this.#track.mute();
    await publish(this.#track);
    if (wasLost || this.#isLost) this.#retry();
  }

  /** Mutes the track itself: the room may not have it yet, or not have it again, and is given it as it is. @throws what getUserMedia throws */
  async setMuted(muted: boolean): Promise<void> {
    if (!muted) await this.#track.unmute();
    this.#isMuted = muted;
    if (muted) await this.#track.mute();
    else if (this.#track.isUpstreamPaused) void this.#lose();
  }

  /**
   * Whether it is the device in use then, or will be once the visitor unmutes: the browser may take another one instead.
   * @throws what getUserMedia throws
   */
  async useDevice(deviceId: string): Promise<boolean> {
    try {
      await this.#opened(() => this.#track.setDeviceId(deviceId));
      // A muted track takes the device when it is unmuted, and a lost one is muted.
      if (!this.#isMuted) await this.#track.unmute();
      const { deviceId: used } = this.#track.mediaStreamTrack.getSettings();
      return this.#isMuted || used === undefined || used === deviceId;
    } catch (error) {
      // The old one has been let go by then.
      await this.#track.mute();
      throw error;
    }
  }

  /** Opens it anew, as the visitor asks for it. */
  async reopen(): Promise<void> {
    try {
      await this.#opened(() => (this.#track.isMuted ? this.#track.unmute() : this.#track.restartTrack()));
    } catch (error) {
      console.error('The microphone could not be opened:', error);
      await this.#track.mute();
      void this.#lose();
    }
  }

  /** It may be there again, or have been lost unheard: the page is back, or the devices have changed. */
  lookAfter(): void {
    this.#retry();
    this.#lookLater();
  }

  stop(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#track.stop();
  }

  #watchHold(track: MediaStreamTrack): void {
    const tellHeld = () => this.#tell({ type: 'microphone_held', held: true });
    track.onmute = tellHeld;
    track.onunmute = () => {
      this.#isLost = false;
      this.#tell({ type: 'microphone_held', held: false });
    };
    if (track.muted) tellHeld();
  }

  async #lose(): Promise<void> {
    this.#isLost = true;
    const denied = await microphoneDenied();
    if (this.#isLost) this.#tell({ type: 'microphone_lost', denied });
  }

  async #opened(open: () => Promise<unknown>): Promise<void> {
    this.#openings++;
    try {
      await open();
    } finally {
      this.#openings--;
    }
  }

  #lookLater(seen?: MediaStreamTrack): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#findEnded(seen), restartedWithinMs);
  }

  /**
   * livekit-client tells nobody of a microphone that it could not restart.
   * @param seen the track that had ended by the last look: livekit-client may have been opening another one
   */
  async #findEnded(seen?: MediaStreamTrack): Promise<void> {
    const { isMuted, mediaStreamTrack } = this.#track;
    if (isMuted || mediaStreamTrack.readyState === 'live') return;
    if (this.#openings > 0 || mediaStreamTrack !== seen) return this.#lookLater(mediaStreamTrack);
    await this.#track.mute();
    this.#retry();
  }

  #retry(): void {
    if (this.#isMuted) return;
    this.#track.unmute().catch(() => {
      // No device yet: the next change tries again. One that had come back meanwhile has been let go for this try.
      if (!this.#isLost && this.#track.mediaStreamTrack.readyState === 'ended') void this.#lose();
    });
  }
}
