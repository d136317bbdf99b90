import { DisconnectReason, type Participant, Room, RoomEvent, Track } from 'livekit-client';
import {
  closedByOffice,
  heardAttribute,
  liveKitNames,
  operatorIdentityPrefix,
  writingTopic,
} from '@/lib/contracts/token';
import type { Grant, MicrophoneEvent, LiveRoomEvent as CallRoomEvent } from '../chart/events';
import type { Levels, Room as RoomPort } from '../chart/ports';
import type { CaptionNews } from '../captions';
import { activityOf, isAgent } from './agent';
import { readCaption } from './caption-stream';
import { type DeviceKind, type MicrophoneTrack, capture, pickedDevice } from './devices';
import { isLoopback } from './livekit';
import { CallMicrophone } from './microphone';
import { AgentPlayback } from './playback';

function isOperator({ identity }: Participant): boolean {
  return identity.startsWith(operatorIdentityPrefix);
}

const { captionTopic, chatTopic, stateAttribute } = liveKitNames;

export interface RoomListener {
  emit: (event: CallRoomEvent | MicrophoneEvent) => void;
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
  #agentState: string | undefined;
  #speakers: readonly string[] = [];
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
    this.#playback = new AgentPlayback(this.#room, (blocked) => emit({ type: 'room.soundBlocked', blocked }));
    this.#listen();
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  /** Enters the room, or enters it again once it was left. @throws what livekit-client throws */
  async enter({ serverUrl, token }: Pick<Grant, 'serverUrl' | 'token'>): Promise<void> {
    const options = isLoopback(serverUrl) ? { rtcConfig: { iceServers: [] } } : {};
    await this.#room.connect(serverUrl, token, options);
    this.#isEntered = true;
    for (const participant of this.#room.remoteParticipants.values()) this.#meet(participant);
  }

  async publishMicrophone(): Promise<void> {
    // The agent subscribes to no other source.
    const source = Track.Source.Microphone;
    await this.#microphone?.publish((track) => this.#room.localParticipant.publishTrack(track, { source }));
  }

  async setMuted(muted: boolean): Promise<void> {
    await this.#microphone?.setMuted(muted);
  }

  reopenMicrophone(): void {
    void this.#microphone?.reopen();
  }

  /** The loudness of each side as the media server hears it: in steps of an eighth, a few times a second. */
  levels(): Levels {
    const agents = [...this.#room.remoteParticipants.values()].filter(({ identity }) => isAgent(identity));
    return {
      visitor: Math.sqrt(this.#room.localParticipant.audioLevel),
      agent: Math.sqrt(Math.max(0, ...agents.map(({ audioLevel }) => audioLevel))),
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
    this.#listener.caption({ segment, speaker: 'visitor', text, first: true });
    this.#listener.emit({ type: 'room.textSent', text });
    return true;
  }

  publishTyping(typing: boolean): void {
    const data = new TextEncoder().encode(String(typing));
    this.#room.localParticipant
      .publishData(data, { reliable: true, topic: writingTopic })
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

  silenceAgent(): void {
    this.#isSilenced = true;
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#microphone?.stop();
    this.#playback.end();
  }

  async leave(): Promise<void> {
    this.silenceAgent();
    this.#room.removeAllListeners();
    await this.#room.disconnect();
  }

  #listen(): void {
    const { emit, agentVoice, caption } = this.#listener;
    this.#room
      .on(RoomEvent.ParticipantConnected, (participant) => this.#meet(participant))
      .on(RoomEvent.ParticipantDisconnected, (participant) => {
        if (isAgent(participant.identity)) emit({ type: 'room.agentLeft' });
        if (isOperator(participant)) this.#emitOperator();
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
        this.#speakers = speakers.map(({ identity }) => identity);
        this.#emitActivity();
      })
      .on(RoomEvent.ParticipantAttributesChanged, (_, { identity, attributes }) => {
        if (isAgent(identity)) this.#readAgent(attributes);
      })
      .on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
        if (isAgent(identity) && this.#playback.play(track)) agentVoice?.(track.mediaStreamTrack, true);
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

  #onDisconnected(reason: DisconnectReason | undefined): void {
    // A failed `enter` rejects instead.
    if (!this.#isEntered) return;
    this.#isEntered = false;
    const isClosed =
      reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.PARTICIPANT_REMOVED;
    const by = this.#room.metadata === closedByOffice ? 'operator' : 'agent';
    this.#listener.emit(isClosed ? { type: 'room.closed', by } : { type: 'room.disconnected' });
  }

  #emitOperator(): void {
    const listening = [...this.#room.remoteParticipants.values()].some(isOperator);
    this.#listener.emit({ type: 'room.operator', listening });
  }

  #meet(participant: Participant): void {
    const { identity, attributes } = participant;
    if (isOperator(participant)) this.#emitOperator();
    if (!isAgent(identity)) return;
    this.#listener.emit({ type: 'room.agentJoined' });
    this.#readAgent(attributes);
  }

  #readAgent(attributes: Readonly<Record<string, string>>): void {
    this.#agentState = attributes[stateAttribute];
    this.#emitActivity();
    const heard = attributes[heardAttribute];
    if (heard !== undefined) this.#listener.emit({ type: 'room.visitorHeard', heard: heard === 'true' });
  }

  #emitActivity(): void {
    const activity = activityOf(this.#agentState, this.#speakers, this.#room.localParticipant.identity);
    this.#listener.emit({ type: 'room.agentActivity', activity });
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'hidden') return;
    this.#playback.resume();
    this.#microphone?.check();
  };
}
