import {
  DisconnectReason,
  type RemoteParticipant,
  type RemoteTrack,
  Room,
  RoomEvent,
  Track,
} from 'livekit-client';
import {
  closedByOffice,
  heardAttribute,
  liveKitNames,
  operatorIdentityPrefix,
  typingTopic,
} from '@/lib/contracts/token';
import type { Grant, MicrophoneEvent, LiveRoomEvent } from '../chart/events';
import type { Levels, Room as RoomPort } from '../chart/ports';
import type { CaptionNews } from '../captions';
import { readCaption } from './caption-stream';
import { type DeviceKind, pickedDevice } from './devices';
import { activityOf, isAgent, isLoopback } from './livekit';
import { CallMicrophone, type MicrophoneTrack, capture } from './microphone';

const { captionTopic, chatTopic, stateAttribute } = liveKitNames;
/** Browsers report blocked sound until the first track plays: report it only after this time. */
const soundBlockedAfterMs = 800;

export interface RoomListener {
  emit: (event: LiveRoomEvent | MicrophoneEvent) => void;
  caption: (news: CaptionNews) => void;
  agentVoice?: (track: MediaStreamTrack, isPlaying: boolean) => void;
  microphoneRestarted?: (track: MediaStreamTrack) => void;
}

/** One LiveKit room and the visitor's microphone in it. */
export class LiveRoom implements RoomPort {
  readonly #room: Room;
  readonly #listener: RoomListener;
  readonly #microphone: CallMicrophone | undefined;
  readonly #playback: AgentPlayback;
  #isEntered = false;
  #typedTexts = 0;
  #isSilenced = false;

  /** @param microphone undefined if the visitor only types */
  constructor(microphone: MicrophoneTrack | undefined, listener: RoomListener) {
    const { emit, microphoneRestarted: restarted = () => undefined } = listener;
    this.#microphone = microphone && new CallMicrophone(microphone, { emit, restarted });
    this.#listener = listener;
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      webAudioMix: false,
      // The agent waits for a reloaded page.
      disconnectOnPageLeave: false,
      audioCaptureDefaults: capture,
      audioOutput: { deviceId: pickedDevice('audiooutput') },
      // The call may enter the room again with the same track.
      stopLocalTrackOnUnpublish: false,
    });
    this.#playback = new AgentPlayback(this.#room, (isBlocked) =>
      emit({ type: 'room.soundBlocked', isBlocked }),
    );
    this.#listen();
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  /** Enters the room for the first time or again. @throws what livekit-client throws */
  async enter({ serverUrl, token }: Pick<Grant, 'serverUrl' | 'token'>): Promise<void> {
    const options = isLoopback(serverUrl) ? { rtcConfig: { iceServers: [] } } : {};
    await this.#room.connect(serverUrl, token, options);
    this.#isEntered = true;
    // Nobody reports who has left while the connection was lost.
    this.#emitOperator();
    if (this.#agent) this.#emitAgentJoined();
  }

  async publishMicrophone(): Promise<void> {
    // The agent subscribes to no other source.
    const source = Track.Source.Microphone;
    await this.#microphone?.publish((track) => this.#room.localParticipant.publishTrack(track, { source }));
  }

  async setMuted(isMuted: boolean): Promise<void> {
    await this.#microphone?.setMuted(isMuted);
  }

  reopenMicrophone(): void {
    void this.#microphone?.reopen();
  }

  /** The loudness of each side as the media server hears it: eight coarse levels, a few times a second. */
  levels(): Levels {
    return {
      visitor: Math.sqrt(this.#room.localParticipant.audioLevel),
      agent: Math.sqrt(this.#agent?.audioLevel ?? 0),
    };
  }

  async allowSound(): Promise<void> {
    await this.#room.startAudio().catch((error: unknown) => console.error('The sound did not start:', error));
    this.#playback.report();
  }

  async sendText(text: string): Promise<boolean> {
    try {
      await this.#room.localParticipant.sendText(text, { topic: chatTopic });
    } catch (error) {
      console.error('The text was not sent:', error);
      return false;
    }
    const segment = `typed-${++this.#typedTexts}`;
    this.#listener.caption({ segment, speaker: 'visitor', text, isFirst: true });
    this.#listener.emit({ type: 'room.textSent', text });
    return true;
  }

  publishTyping(isTyping: boolean): void {
    const data = new TextEncoder().encode(String(isTyping));
    this.#room.localParticipant
      .publishData(data, { reliable: true, topic: typingTopic })
      // The next key press or question publishes it again.
      .catch(() => undefined);
  }

  async useDevice(kind: DeviceKind, deviceId: string): Promise<boolean> {
    try {
      if (kind === 'audioinput') return (await this.#microphone?.useDevice(deviceId)) ?? true;
      await this.#room.switchActiveDevice(kind, deviceId);
      return true;
    } catch (error) {
      console.error('The device could not be opened:', error);
      return false;
    }
  }

  stopVoices(): void {
    this.#isSilenced = true;
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#microphone?.stop();
    this.#playback.end();
  }

  async leave(): Promise<void> {
    this.stopVoices();
    this.#room.removeAllListeners();
    await this.#room.disconnect();
  }

  #listen(): void {
    const { emit, agentVoice, caption } = this.#listener;
    this.#room
      .on(RoomEvent.ParticipantConnected, ({ identity }) =>
        isAgent(identity) ? this.#emitAgentJoined() : this.#emitOperator(),
      )
      .on(RoomEvent.ParticipantDisconnected, ({ identity }) =>
        isAgent(identity) ? this.#emitAgentLeft() : this.#emitOperator(),
      )
      .on(RoomEvent.ActiveSpeakersChanged, () => this.#emitActivity())
      .on(RoomEvent.ParticipantAttributesChanged, () => this.#emitAgentAttributes())
      .on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
        // After the end, a reconnection subscribes to the agent again.
        if (this.#isSilenced || !isAgent(identity)) return;
        if (this.#playback.play(track)) agentVoice?.(track.mediaStreamTrack, true);
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        this.#playback.stop(track);
        agentVoice?.(track.mediaStreamTrack, false);
      })
      .on(RoomEvent.AudioPlaybackStatusChanged, () => this.#playback.report())
      .on(RoomEvent.SignalReconnecting, () => emit({ type: 'room.connectionLost' }))
      .on(RoomEvent.Reconnecting, () => emit({ type: 'room.connectionLost' }))
      .on(RoomEvent.Reconnected, () => emit({ type: 'room.connectionBack' }))
      .on(RoomEvent.Disconnected, (reason) => this.#onDisconnected(reason));
    this.#room.registerTextStreamHandler(captionTopic, (reader, { identity }) => {
      void readCaption(reader, isAgent(identity) ? 'agent' : 'visitor', (news) => {
        if (!this.#isSilenced) caption(news);
      });
    });
  }

  /** The newest agent. The room may still list an older one that has crashed. */
  get #agent(): RemoteParticipant | undefined {
    return [...this.#room.remoteParticipants.values()].findLast(({ identity }) => isAgent(identity));
  }

  #emitAgentJoined(): void {
    this.#listener.emit({ type: 'room.agentJoined' });
    this.#emitAgentAttributes();
  }

  #emitAgentLeft(): void {
    // Another agent may have joined in place of one that crashed.
    if (this.#agent) this.#emitAgentAttributes();
    else this.#listener.emit({ type: 'room.agentLeft' });
  }

  /** Emits the state and the report that the agent publishes as attributes. */
  #emitAgentAttributes(): void {
    this.#emitActivity();
    const heard = this.#agent?.attributes[heardAttribute];
    if (heard !== undefined) this.#listener.emit({ type: 'room.visitorHeard', isHeard: heard === 'true' });
  }

  #emitActivity(): void {
    if (!this.#agent) return;
    const { activeSpeakers, localParticipant } = this.#room;
    const speakers = activeSpeakers.map(({ identity }) => identity);
    const activity = activityOf(this.#agent.attributes[stateAttribute], speakers, localParticipant.identity);
    this.#listener.emit({ type: 'room.agentActivity', activity });
  }

  #emitOperator(): void {
    const isListening = [...this.#room.remoteParticipants.values()].some(({ identity }) =>
      identity.startsWith(operatorIdentityPrefix),
    );
    this.#listener.emit({ type: 'room.operator', isListening });
  }

  #onDisconnected(reason: DisconnectReason | undefined): void {
    // A failed `enter` rejects instead.
    if (!this.#isEntered) return;
    this.#isEntered = false;
    const isClosed =
      reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.PARTICIPANT_REMOVED;
    const by = this.#room.metadata === closedByOffice ? 'operator' : 'agent';
    this.#listener.emit(isClosed ? { type: 'room.closed', by } : { type: 'room.disconnected' });
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'hidden') return;
    this.#playback.resume();
    this.#microphone?.check();
  };
}

/** Plays the agent's voice, and resumes it after a phone has paused it. */
class AgentPlayback {
  readonly #room: Room;
  readonly #onBlocked: (isBlocked: boolean) => void;
  readonly #tracks = new Set<RemoteTrack>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room, onBlocked: (isBlocked: boolean) => void) {
    this.#room = room;
    this.#onBlocked = onBlocked;
  }

  /** Chromium gives WebAudio no sound of a remote track unless an element plays it. Returns false for a video track. */
  play(track: RemoteTrack): boolean {
    if (track.kind !== Track.Kind.Audio) return false;
    const element = track.attach();
    this.#tracks.add(track);
    element.onpause = () => this.resume();
    element.onplaying = () => this.report();
    this.report();
    return true;
  }

  stop(track: RemoteTrack): void {
    this.#tracks.delete(track);
    for (const element of track.detach()) {
      element.onpause = element.onplaying = null;
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
    else if (this.#tracks.size > 0)
      this.#timer = setTimeout(() => this.#onBlocked(this.#isBlocked), soundBlockedAfterMs);
  }

  /** Silences the agent at once. */
  end(): void {
    clearTimeout(this.#timer);
    for (const track of this.#tracks) this.stop(track);
  }

  get #isBlocked(): boolean {
    return !this.#room.canPlaybackAudio || this.#paused.length > 0;
  }

  get #paused(): HTMLMediaElement[] {
    return [...this.#tracks]
      .flatMap(({ attachedElements }) => attachedElements)
      .filter(({ paused }) => paused);
  }
}
