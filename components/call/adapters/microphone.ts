import {
  type AudioCaptureOptions,
  type LocalAudioTrack as MicrophoneTrack,
  TrackEvent,
  createLocalAudioTrack,
} from 'livekit-client';
import type { MicrophoneEvent, MicrophoneFault } from '../chart/events';
import { devicesInUse, pickedDevice } from './devices';

export type { MicrophoneTrack };

export const capture: AudioCaptureOptions = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  // In a recording, a second channel is the agent's.
  channelCount: 1,
};

let permission: PermissionStatus | undefined;

// Queries early, so that the press on the call button need not wait.
navigator.permissions
  ?.query({ name: 'microphone' })
  .then((status) => (permission = status))
  .catch(() => undefined);

/** True if the browser grants the microphone without asking. False if it does not report this. */
export function microphoneGranted(): boolean {
  return permission?.state === 'granted';
}

/** True if the permission is denied. False if the browser does not report this. */
export async function microphoneDenied(): Promise<boolean> {
  const status = await navigator.permissions?.query({ name: 'microphone' }).catch(() => undefined);
  return status?.state === 'denied';
}

/** Calls back when the devices or the permission change, until the returned function is called. */
export function watchMicrophones(onChange: () => void): () => void {
  const subscription = new AbortController();
  navigator.mediaDevices.addEventListener('devicechange', onChange, subscription);
  permission?.addEventListener('change', onChange, subscription);
  return () => subscription.abort();
}

/** Translates an error of getUserMedia. */
export function microphoneFault(error: unknown): MicrophoneFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotReadableError') return 'busy';
  return 'mediaDevices' in navigator ? 'other' : 'unsupported';
}

/** @throws what getUserMedia throws */
export async function openMicrophone(): Promise<MicrophoneTrack> {
  const deviceId = pickedDevice('audioinput');
  const microphone = await createLocalAudioTrack({ ...capture, ...(deviceId && { deviceId }) });
  showMicrophone(microphone.mediaStreamTrack);
  return microphone;
}

/** Shows which microphone is in use. The browser may have opened another one than was picked. */
function showMicrophone(track: MediaStreamTrack): void {
  devicesInUse.set({ ...devicesInUse.get(), audioinput: track.getSettings().deviceId });
}

export interface MicrophoneListener {
  emit: (event: MicrophoneEvent) => void;
  /** Fires with the track of a device that now works: another one or the same again. */
  restarted: (track: MediaStreamTrack) => void;
}

/** If livekit-client restarts an ended microphone by itself, it does so within this time. */
const restartedWithinMs = 2000;

/**
 * The visitor's microphone. When the browser takes it away, the track is muted; `unmute()` tries to get it back, one try at a
 * time.
 */
export class CallMicrophone {
  readonly #track: MicrophoneTrack;
  readonly #listener: MicrophoneListener;
  readonly #unwatch: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLost = false;
  #isStopped = false;
  /** True while the visitor has muted it. */
  #isMuted = false;
  /** The number of running tries to open a device. They have already ended the old track. */
  #openings = 0;

  constructor(track: MicrophoneTrack, listener: MicrophoneListener) {
    this.#track = track;
    this.#listener = listener;
    track.on(TrackEvent.Ended, () => void this.#lose());
    const loseUnmuted = () => {
      if (!this.#isMuted) void this.#lose();
    };
    // livekit-client mutes the track if it finds no other device, or cannot open it.
    track.on(TrackEvent.Muted, loseUnmuted);
    // Another app or the system has muted the microphone for some seconds.
    track.on(TrackEvent.UpstreamPaused, loseUnmuted);
    track.on(TrackEvent.Restarted, () => {
      // livekit-client opens a published microphone again when it reconnects.
      if (this.#isStopped) return track.stop();
      const wasLost = this.#isLost;
      this.#isLost = false;
      showMicrophone(track.mediaStreamTrack);
      listener.restarted(track.mediaStreamTrack);
      listener.emit({ type: 'microphone.restarted' });
      this.#watchInterruption(track.mediaStreamTrack);
      // The phone has muted the new track, too.
      if (wasLost && track.mediaStreamTrack.muted) void this.#lose();
    });
    this.#watchInterruption(track.mediaStreamTrack);
    if (track.mediaStreamTrack.readyState === 'ended') void this.#lose();
    this.#unwatch = watchMicrophones(() => this.check());
  }

  /** Publishes the track; livekit-client watches it only from then on. @throws what `publish` throws */
  async publish(publish: (track: MicrophoneTrack) => Promise<unknown>): Promise<void> {
    const wasLost = this.#isLost;
    if (wasLost) await this.#track.mute();
    await publish(this.#track);
    if (wasLost || this.#isLost) this.#retry();
  }

  /** Mutes the track itself, because it may not be published yet. */
  async setMuted(isMuted: boolean): Promise<void> {
    try {
      if (!isMuted) await this.#track.unmute();
      this.#isMuted = isMuted;
      if (isMuted) await this.#track.mute();
      else if (this.#track.isUpstreamPaused) void this.#lose();
      this.#listener.emit({ type: 'microphone.muted', isMuted });
    } catch (error) {
      console.error('The microphone did not follow:', error);
      this.#listener.emit({ type: 'microphone.lost', isDenied: await microphoneDenied() });
    }
  }

  /**
   * Opens another device, now or when the visitor unmutes. Returns false if the browser opened a different one.
   * @throws what getUserMedia throws
   */
  async useDevice(deviceId: string): Promise<boolean> {
    try {
      await this.#open(() => this.#track.setDeviceId(deviceId));
      // A muted track takes the device when it is unmuted, and a lost one is muted.
      if (!this.#isMuted) await this.#track.unmute();
      const { deviceId: openedDeviceId } = this.#track.mediaStreamTrack.getSettings();
      return this.#isMuted || openedDeviceId === undefined || openedDeviceId === deviceId;
    } catch (error) {
      // livekit-client has already released the old device.
      await this.#track.mute();
      throw error;
    }
  }

  async reopen(): Promise<void> {
    try {
      await this.#open(() => (this.#track.isMuted ? this.#track.unmute() : this.#track.restartTrack()));
    } catch (error) {
      console.error('The microphone could not be opened:', error);
      await this.#track.mute();
      void this.#lose();
    }
  }

  /**
   * Call it when the page becomes visible or the devices change: the microphone may work again, or have ended without an event.
   */
  check(): void {
    this.#retry();
    this.#scheduleCheck();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#track.stop();
  }

  #watchInterruption(track: MediaStreamTrack): void {
    const emitInterrupted = () =>
      this.#listener.emit({ type: 'microphone.interrupted', isInterrupted: true });
    track.onmute = emitInterrupted;
    track.onunmute = () => {
      this.#isLost = false;
      this.#listener.emit({ type: 'microphone.interrupted', isInterrupted: false });
    };
    if (track.muted) emitInterrupted();
  }

  async #lose(): Promise<void> {
    this.#isLost = true;
    const isDenied = await microphoneDenied();
    if (this.#isLost) this.#listener.emit({ type: 'microphone.lost', isDenied });
  }

  async #open(open: () => Promise<unknown>): Promise<void> {
    this.#openings++;
    try {
      await open();
    } finally {
      this.#openings--;
    }
  }

  #scheduleCheck(endedTrack?: MediaStreamTrack): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#retryIfEnded(endedTrack), restartedWithinMs);
  }

  /**
   * livekit-client emits nothing for a microphone that it could not restart.
   * @param endedTrack the track that had ended at the last check: livekit-client may have been opening another one
   */
  async #retryIfEnded(endedTrack?: MediaStreamTrack): Promise<void> {
    const { isMuted, mediaStreamTrack } = this.#track;
    if (isMuted || mediaStreamTrack.readyState === 'live') return;
    if (this.#openings > 0 || mediaStreamTrack !== endedTrack) return this.#scheduleCheck(mediaStreamTrack);
    await this.#track.mute();
    this.#retry();
  }

  #retry(): void {
    if (this.#isMuted) return;
    this.#track.unmute().catch(() => {
      // No device yet: the next change of the devices tries again. This try has released the old device.
      if (!this.#isLost && this.#track.mediaStreamTrack.readyState === 'ended') void this.#lose();
    });
  }
}
