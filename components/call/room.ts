import {
  type AudioCaptureOptions,
  DisconnectReason,
  type LocalAudioTrack,
  type Participant,
  type RemoteTrack,
  Room,
  RoomEvent,
  type TextStreamReader,
  Track,
  TrackEvent,
  createLocalAudioTrack,
  setLogLevel,
} from 'livekit-client';
import type { AgentActivity, CallEvent } from './call-machine';
import type { Grant } from './request-token';

/** The agent is who carries 'agent' in the identity (spec.md section 4). */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/** What goes on, from whom the media server hears: a visitor who is heard sees it, whoever else speaks. */
export function activityOf(speakers: readonly string[], visitor: string): AgentActivity {
  if (speakers.includes(visitor)) return 'hearing';
  return speakers.some(isAgent) ? 'speaking' : 'listening';
}

/** A media server on this machine needs no STUN to be reached. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Whether the browser will give the microphone without asking. False where it does not tell. */
export async function microphoneGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted';
  } catch {
    return false;
  }
}

/** What a failed getUserMedia means for the call. */
export function microphoneProblem(error: unknown): CallEvent {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return { type: 'mic_denied' };
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return { type: 'mic_failed', fault: { kind: 'missing' } };
  if (name === 'NotReadableError') return { type: 'mic_failed', fault: { kind: 'busy' } };
  if (!('mediaDevices' in navigator)) return { type: 'mic_failed', fault: { kind: 'unsupported' } };
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'mic_failed', fault: { kind: 'other', message } };
}

/** What happens in the room, in the call's own words. */
export type RoomNews =
  | { type: 'agent_joined' | 'connection_lost' | 'connection_back' }
  | { type: 'agent_left' }
  | { type: 'agent_activity'; agent: AgentActivity }
  | { type: 'agent_voice'; track: MediaStreamTrack; playing: boolean }
  | { type: 'microphone'; track: MediaStreamTrack }
  | { type: 'microphone_lost' }
  | { type: 'sound_blocked'; blocked: boolean }
  | { type: 'caption'; segment: string; text: string; first: boolean }
  | { type: 'left'; closedByAgent: boolean };

export type { LocalAudioTrack as Microphone };

/** What the call captures (spec.md section 7). */
const capture: AudioCaptureOptions = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

// A visitor's console is not the place for the client's diary.
setLogLevel('warn');

const captionTopic = 'lk.transcription';

/** Asks for the microphone. @throws what getUserMedia throws */
export function openMicrophone(): Promise<LocalAudioTrack> {
  return createLocalAudioTrack(capture);
}

/** One stay in one room: the only module that knows LiveKit. */
export class LiveRoom {
  readonly #room: Room;
  readonly #tell: (news: RoomNews) => void;
  readonly #microphone: LocalAudioTrack;
  #micLost = false;
  #muted = false;

  constructor(microphone: LocalAudioTrack, tell: (news: RoomNews) => void) {
    this.#microphone = microphone;
    this.#tell = tell;
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      webAudioMix: false,
      audioCaptureDefaults: capture,
    });
    this.#listen();
    this.#watchMicrophone();
  }

  /** Enters the room. @throws what livekit-client throws */
  async enter({ serverUrl, token }: Grant): Promise<void> {
    await this.#room.connect(
      serverUrl,
      token,
      isLoopback(serverUrl) ? { rtcConfig: { iceServers: [] } } : {},
    );
    // Not before: a room that was never entered is told by the error, not as one that was left.
    this.#room.on(RoomEvent.Disconnected, (reason) =>
      this.#tell({
        type: 'left',
        closedByAgent:
          reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.PARTICIPANT_REMOVED,
      }),
    );
    for (const participant of this.#room.remoteParticipants.values()) this.#meet(participant);
  }

  /** Gives the visitor's voice to the room. @throws what livekit-client throws */
  async speak(): Promise<void> {
    // Published as what it is, a microphone: the agent hears no other source.
    await this.#room.localParticipant.publishTrack(this.#microphone, { source: Track.Source.Microphone });
  }

  async setMuted(muted: boolean): Promise<void> {
    this.#muted = muted;
    await this.#room.localParticipant.setMicrophoneEnabled(!muted, capture);
  }

  /** Plays what the browser held back; to be called from a press. */
  async allowSound(): Promise<void> {
    await this.#room.startAudio();
  }

  async leave(): Promise<void> {
    navigator.mediaDevices.removeEventListener('devicechange', this.#deviceChanged);
    this.#room.removeAllListeners();
    await this.#room.disconnect();
    this.#microphone.stop();
  }

  #listen(): void {
    const tell = this.#tell;
    this.#room
      .on(RoomEvent.ParticipantConnected, (participant) => this.#meet(participant))
      .on(RoomEvent.ParticipantDisconnected, (participant) => {
        if (isAgent(participant.identity)) tell({ type: 'agent_left' });
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) =>
        tell({
          type: 'agent_activity',
          agent: activityOf(
            speakers.map(({ identity }) => identity),
            this.#room.localParticipant.identity,
          ),
        }),
      )
      .on(RoomEvent.TrackSubscribed, (track, _, participant) => {
        if (isAgent(participant.identity)) this.#hear(track);
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        for (const element of track.detach()) element.remove();
        tell({ type: 'agent_voice', track: track.mediaStreamTrack, playing: false });
      })
      .on(RoomEvent.AudioPlaybackStatusChanged, () =>
        tell({ type: 'sound_blocked', blocked: !this.#room.canPlaybackAudio }),
      )
      .on(RoomEvent.SignalReconnecting, () => tell({ type: 'connection_lost' }))
      .on(RoomEvent.Reconnecting, () => tell({ type: 'connection_lost' }))
      .on(RoomEvent.Reconnected, () => tell({ type: 'connection_back' }));
    this.#room.registerTextStreamHandler(captionTopic, (reader, { identity }) => {
      if (isAgent(identity)) void this.#read(reader);
    });
  }

  #meet({ identity }: Participant): void {
    if (isAgent(identity)) this.#tell({ type: 'agent_joined' });
  }

  #hear(track: RemoteTrack): void {
    if (track.kind !== Track.Kind.Audio) return;
    // Played by an element, which Chromium needs before WebAudio gets anything of a remote track.
    track.attach();
    this.#tell({ type: 'agent_voice', track: track.mediaStreamTrack, playing: true });
  }

  /** The agent's words come as they are spoken, one stream a segment. */
  async #read(reader: TextStreamReader): Promise<void> {
    const segment = reader.info.attributes?.['lk.segment_id'] ?? reader.info.id;
    let first = true;
    try {
      for await (const text of reader) {
        this.#tell({ type: 'caption', segment, text, first });
        first = false;
      }
    } catch {
      // A stream that breaks off leaves the words that came.
    }
  }

  #watchMicrophone(): void {
    this.#microphone.on(TrackEvent.Ended, () => {
      this.#micLost = true;
      this.#tell({ type: 'microphone_lost' });
    });
    // livekit-client has found another device, or the same again.
    this.#microphone.on(TrackEvent.Restarted, () => {
      this.#micLost = false;
      this.#tell({ type: 'microphone', track: this.#microphone.mediaStreamTrack });
    });
    navigator.mediaDevices.addEventListener('devicechange', this.#deviceChanged);
  }

  readonly #deviceChanged = (): void => {
    if (!this.#micLost || this.#muted) return;
    // No device yet: the next change tries again.
    this.setMuted(false).catch(() => undefined);
  };
}
