import { type RemoteTrack, type Room, Track } from 'livekit-client';

/** Browsers report blocked sound until the first track plays: report it only after this time. */
const soundBlockedAfterMs = 800;

/** Plays the agent's voice, and resumes it after a phone has paused it. */
export class AgentPlayback {
  readonly #room: Room;
  readonly #onBlocked: (blocked: boolean) => void;
  readonly #elements = new Set<HTMLMediaElement>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room, onBlocked: (blocked: boolean) => void) {
    this.#room = room;
    this.#onBlocked = onBlocked;
  }

  /** Chromium gives WebAudio no sound of a remote track unless an element plays it. Returns false for a video track. */
  play(track: RemoteTrack): boolean {
    if (track.kind !== Track.Kind.Audio) return false;
    const element = track.attach();
    this.#elements.add(element);
    element.onpause = () => this.resume();
    element.onplaying = () => this.report();
    this.report();
    return true;
  }

  stop(track: RemoteTrack): void {
    for (const element of track.detach()) {
      this.#elements.delete(element);
      element.remove();
    }
  }

  /** A phone call or Siri pauses elements, and may leave them so. */
  resume(): void {
    for (const element of this.#paused) element.play().catch(() => undefined);
    this.report();
  }

  report(): void {
    clearTimeout(this.#timer);
    if (!this.#isBlocked) this.#onBlocked(false);
    else if (this.#elements.size > 0)
      this.#timer = setTimeout(() => this.#onBlocked(this.#isBlocked), soundBlockedAfterMs);
  }

  /** Silences the agent at once. */
  end(): void {
    clearTimeout(this.#timer);
    for (const { trackPublications } of this.#room.remoteParticipants.values())
      for (const { track } of trackPublications.values())
        for (const element of track?.detach() ?? []) {
          element.onpause = element.onplaying = null;
          element.remove();
        }
    this.#elements.clear();
  }

  get #isBlocked(): boolean {
    return !this.#room.canPlaybackAudio || this.#paused.length > 0;
  }

  get #paused(): HTMLMediaElement[] {
    return [...this.#elements].filter(({ paused }) => paused);
  }
}
