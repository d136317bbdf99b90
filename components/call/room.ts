import {
  DisconnectReason,
  type Participant,
  type RemoteTrack,
  Room,
  RoomEvent,
  type TextStreamReader,
  Track,
  isBrowserSupported,
  setLogLevel,
} from 'livekit-client';
import { heardAttribute, operatorIdentityPrefix, writingTopic } from '@/lib/contracts/token';
import type { CallEvent } from './call-machine';
import type { CaptionNews } from './captions';
import { type DeviceKind, type Microphone, capture, pickedDevice } from './devices';
import { KeptMicrophone, type MicrophoneNews } from './kept-microphone';
import type { Levels } from './recording/mixer';
import type { Grant } from './request-token';

/** The agent is who carries 'agent' in the identity. */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

function isOperator({ identity }: Participant): boolean {
  return identity.startsWith(operatorIdentityPrefix);
}

type Activity = Extract<CallEvent, { type: 'agent_activity' }>['agent'];

/** The agent's own state, as the framework publishes it; without one, whom the media server hears. */
export function activityOf(
  state: string | undefined,
  speakers: readonly string[],
  visitor: string,
): Activity {
  if (state === 'speaking' || state === 'thinking') return state;
  if (speakers.includes(visitor)) return 'hearing';
  return state === undefined && speakers.some(isAgent) ? 'speaking' : 'listening';
}

/** A media server on this machine needs no STUN to be reached. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Whether the browser can hold a call at all. */
export function canHoldCalls(): boolean {
  return isBrowserSupported();
}

/** Room events in the terms of the call. */
export type RoomNews =
  | { type: 'agent_joined' | 'connection_lost' | 'connection_back' }
  | { type: 'agent_left' }
  | { type: 'agent_activity'; agent: Activity }
  /** As the agent itself says, by turns. */
  | { type: 'visitor_heard'; heard: boolean }
  | { type: 'agent_voice'; track: MediaStreamTrack; playing: boolean }
  | MicrophoneNews
  | { type: 'sound_blocked'; blocked: boolean }
  | { type: 'operator'; listening: boolean }
  | ({ type: 'caption' } & CaptionNews)
  | { type: 'left'; closedByAgent: boolean };

// Keeps the client's debug log out of the visitor's console.
setLogLevel('warn');

const captionTopic = 'lk.transcription';
const chatTopic = 'lk.chat';
const stateAttribute = 'lk.agent.state';
/** Browsers report blocked sound until the first track plays: only one that does not play by then is blocked. */
const soundBlockedAfterMs = 800;

/** One stay in one room. Nobody else knows LiveKit's rooms. */
export class LiveRoom {
  readonly #room: Room;
  readonly #tell: (news: RoomNews) => void;
  readonly #microphone: KeptMicrophone | undefined;
  #isEntered = false;
  #playsAgent = false;
  #soundTimer: ReturnType<typeof setTimeout> | undefined;
  #agentState: string | undefined;
  #speakers: readonly string[] = [];

  /** @param microphone none where the visitor only types */
  constructor(microphone: Microphone | undefined, tell: (news: RoomNews) => void) {
    this.#microphone = microphone && new KeptMicrophone(microphone, tell);
    this.#tell = tell;
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      webAudioMix: false,
      // A page that is reloaded comes back: the agent waits for it.
      disconnectOnPageLeave: false,
      audioCaptureDefaults: capture,
      audioOutput: { deviceId: pickedDevice('audiooutput') },
      // It is the call's, which may enter the room again.
      stopLocalTrackOnUnpublish: false,
    });
    this.#listen();
    document.addEventListener('visibilitychange', this.#comeBack);
  }

  /** Enters the room, or enters it again once it was left. @throws what livekit-client throws */
  async enter({ serverUrl, token }: Grant): Promise<void> {
    await this.#room.connect(
      serverUrl,
      token,
      isLoopback(serverUrl) ? { rtcConfig: { iceServers: [] } } : {},
    );
    this.#isEntered = true;
    for (const participant of this.#room.remoteParticipants.values()) this.#meet(participant);
  }

  /** Gives the visitor's voice to the room. @throws what livekit-client throws */
  async speak(): Promise<void> {
    // Published as what it is, a microphone: the agent hears no other source.
    const source = Track.Source.Microphone;
    await this.#microphone?.give((track) => this.#room.localParticipant.publishTrack(track, { source }));
  }

  /** @throws what getUserMedia throws */
  async setMuted(muted: boolean): Promise<void> {
    await this.#microphone?.setMuted(muted);
  }

  /** How loud the media server hears each side: in steps of an eighth, a few times a second. */
  levels(): Levels {
    const agents = [...this.#room.remoteParticipants.values()].filter(({ identity }) => isAgent(identity));
    return {
      visitor: Math.sqrt(this.#room.localParticipant.audioLevel),
      agent: Math.sqrt(Math.max(0, ...agents.map(({ audioLevel }) => audioLevel))),
    };
  }

  /** Plays what the browser held back; to be called from a press. */
  async allowSound(): Promise<void> {
    await this.#room.startAudio();
    this.#tellPlayback();
  }

  /** Sends what the visitor has typed. */
  async type(text: string): Promise<void> {
    await this.#room.localParticipant.sendText(text, { topic: chatTopic });
  }

  /** Tells the agent whether the visitor writes: it waits longer for an answer then. */
  async tellWriting(writing: boolean): Promise<void> {
    const data = new TextEncoder().encode(String(writing));
    await this.#room.localParticipant.publishData(data, { reliable: true, topic: writingTopic });
  }

  /** Whether the device could be taken; another one that the browser took in its place is none. */
  async useDevice(kind: DeviceKind, deviceId: string): Promise<boolean> {
    try {
      if (kind === 'audioinput') return (await this.#microphone?.useDevice(deviceId)) ?? true;
      await this.#room.switchActiveDevice(kind, deviceId);
      return true;
    } catch (error) {
      console.error('The device could not be taken:', error);
      return false;
    }
  }

  /** Opens the microphone anew, as the visitor asks for it. */
  async reopenMicrophone(): Promise<void> {
    await this.#microphone?.reopen();
  }

  /** Frees the microphone and silences the agent while the room is still held. */
  hush(): void {
    document.removeEventListener('visibilitychange', this.#comeBack);
    this.#microphone?.stop();
    for (const { trackPublications } of this.#room.remoteParticipants.values())
      for (const { track } of trackPublications.values())
        for (const element of track?.detach() ?? []) element.remove();
  }

  async leave(): Promise<void> {
    this.hush();
    clearTimeout(this.#soundTimer);
    this.#room.removeAllListeners();
    await this.#room.disconnect();
  }

  #listen(): void {
    const tell = this.#tell;
    this.#room
      .on(RoomEvent.ParticipantConnected, (participant) => this.#meet(participant))
      .on(RoomEvent.ParticipantDisconnected, (participant) => {
        if (isAgent(participant.identity)) tell({ type: 'agent_left' });
        if (isOperator(participant)) this.#tellOperator();
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) =>
        this.#tellActivity({ speakers: speakers.map(({ identity }) => identity) }),
      )
      .on(RoomEvent.ParticipantAttributesChanged, (_, { identity, attributes }) => {
        if (isAgent(identity)) this.#readAgent(attributes);
      })
      .on(RoomEvent.TrackSubscribed, (track, _, participant) => {
        if (isAgent(participant.identity)) this.#hear(track);
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        for (const element of track.detach()) element.remove();
        tell({ type: 'agent_voice', track: track.mediaStreamTrack, playing: false });
      })
      .on(RoomEvent.AudioPlaybackStatusChanged, () => this.#tellPlayback())
      .on(RoomEvent.SignalReconnecting, () => tell({ type: 'connection_lost' }))
      .on(RoomEvent.Reconnecting, () => tell({ type: 'connection_lost' }))
      .on(RoomEvent.Reconnected, () => tell({ type: 'connection_back' }))
      .on(RoomEvent.Disconnected, (reason) => this.#left(reason));
    this.#room.registerTextStreamHandler(captionTopic, (reader, { identity }) => {
      void this.#read(reader, isAgent(identity) ? 'agent' : 'visitor');
    });
  }

  /** A room that could not be entered is told by the error, not as one that was left. */
  #left(reason: DisconnectReason | undefined): void {
    if (!this.#isEntered) return;
    this.#isEntered = false;
    const closedByAgent =
      reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.PARTICIPANT_REMOVED;
    this.#tell({ type: 'left', closedByAgent });
  }

  #tellOperator(): void {
    const listening = [...this.#room.remoteParticipants.values()].some(isOperator);
    this.#tell({ type: 'operator', listening });
  }

  #meet(participant: Participant): void {
    const { identity, attributes } = participant;
    if (isOperator(participant)) this.#tellOperator();
    if (!isAgent(identity)) return;
    this.#tell({ type: 'agent_joined' });
    this.#readAgent(attributes);
  }

  #readAgent(attributes: Readonly<Record<string, string>>): void {
    this.#tellActivity({ state: attributes[stateAttribute] });
    const heard = attributes[heardAttribute];
    if (heard !== undefined) this.#tell({ type: 'visitor_heard', heard: heard === 'true' });
  }

  #tellActivity({
    state = this.#agentState,
    speakers = this.#speakers,
  }: {
    state?: string;
    speakers?: readonly string[];
  }): void {
    this.#agentState = state;
    this.#speakers = speakers;
    const agent = activityOf(state, speakers, this.#room.localParticipant.identity);
    this.#tell({ type: 'agent_activity', agent });
  }

  #tellPlayback(): void {
    const isBlocked = () => !this.#room.canPlaybackAudio || this.#paused.length > 0;
    const tell = () => this.#tell({ type: 'sound_blocked', blocked: isBlocked() });
    clearTimeout(this.#soundTimer);
    if (!isBlocked()) tell();
    else if (this.#playsAgent) this.#soundTimer = setTimeout(tell, soundBlockedAfterMs);
  }

  get #paused(): HTMLMediaElement[] {
    const agents = [...this.#room.remoteParticipants.values()].filter(({ identity }) => isAgent(identity));
    const tracks = agents.flatMap(({ trackPublications }) => [...trackPublications.values()]);
    const elements = tracks.flatMap(({ track }) => track?.attachedElements ?? []);
    return elements.filter(({ paused }) => paused);
  }

  /** A phone call or Siri pauses elements, and may leave them so. */
  #playOn(): void {
    for (const element of this.#paused) element.play().catch(() => undefined);
    this.#tellPlayback();
  }

  readonly #comeBack = (): void => {
    if (document.visibilityState === 'hidden') return;
    this.#playOn();
    this.#microphone?.lookAfter();
  };

  #hear(track: RemoteTrack): void {
    if (track.kind !== Track.Kind.Audio) return;
    // Played by an element, which Chromium needs before WebAudio gets anything of a remote track.
    const element = track.attach();
    element.onpause = () => this.#playOn();
    element.onplaying = () => this.#tellPlayback();
    this.#playsAgent = true;
    this.#tellPlayback();
    this.#tell({ type: 'agent_voice', track: track.mediaStreamTrack, playing: true });
  }

  /** The agent's words come as they are spoken, one stream a segment; the visitor's as they are recognised. */
  async #read(reader: TextStreamReader, speaker: CaptionNews['speaker']): Promise<void> {
    const { attributes, id } = reader.info;
    const segment = attributes?.['lk.segment_id'] ?? id;
    // The agent's words are never taken back, though their stream is marked so while it grows.
    const interim = speaker === 'visitor' && attributes?.['lk.transcription_final'] === 'false';
    let first = true;
    try {
      for await (const text of reader) {
        this.#tell({ type: 'caption', segment, speaker, text, first, interim });
        first = false;
      }
    } catch {
      // A stream that breaks off leaves the words that came.
    }
  }
}
