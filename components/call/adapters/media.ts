import { frameAt, frameHeights } from '@/lib/equalizer';
import { openCaptions } from '../captions';
import type { MicrophoneEvent, LiveRoomEvent, MeasuredVoice } from '../chart/events';
import type { Levels, Media, MediaPort, RecordedCall, RunningRecording } from '../chart/ports';
import { CallRecording } from '../recording/call-recording';
import { VoiceMeter } from '../recording/hearing';
import { Mixer } from '../recording/mixer';
import { hasWebRtc } from './livekit';
import { type MicrophoneTrack, microphoneFault, microphoneGranted, openMicrophone } from './microphone';
import { LiveRoom } from './room';

const measureEveryMs = 50;

export const mediaPort: MediaPort = {
  isSupported: hasWebRtc,
  isMicrophoneGranted: microphoneGranted,
  faultOf: microphoneFault,
  async open({ typing, signal }) {
    const opening = typing ? undefined : openMicrophone();
    // If the browser will not ask, the audio graph is built while the microphone opens.
    if (!microphoneGranted()) await opening;
    const building = (async () => new Mixer())();
    const [opened, built] = await Promise.allSettled([opening, building]);
    if (opened.status === 'fulfilled' && built.status === 'fulfilled' && !signal.aborted)
      return new CallMedia(opened.value, built.value);
    if (opened.status === 'fulfilled') opened.value?.stop();
    if (built.status === 'fulfilled') void built.value.close();
    if (opened.status === 'rejected') throw opened.reason;
    throw built.status === 'rejected' ? built.reason : signal.reason;
  },
};

/** Owns the microphone and the audio graph of one call, and makes its room, recording and levels. */
class CallMedia implements Media {
  readonly #microphone: MicrophoneTrack | undefined;
  readonly #mixer: Mixer;
  readonly #hearing = new VoiceMeter();
  #room: LiveRoom | undefined;

  constructor(microphone: MicrophoneTrack | undefined, mixer: Mixer) {
    this.#microphone = microphone;
    this.#mixer = mixer;
    if (microphone) mixer.setMicrophone(microphone.mediaStreamTrack);
  }

  get hasMicrophone(): boolean {
    return this.#microphone !== undefined;
  }

  get room(): LiveRoom | undefined {
    return this.#room;
  }

  openRoom(emit: (event: LiveRoomEvent | MicrophoneEvent) => void): void {
    this.#room = new LiveRoom(this.#microphone, {
      emit: (event) => {
        emit(event);
        // Without an audio graph only the media server can measure the visitor's voice.
        const isHeard = event.type === 'room.agentActivity' && event.activity === 'hearing';
        if (isHeard && !this.#mixer.running) emit({ type: 'room.visitorAudible' });
      },
      caption: openCaptions(),
      agentVoice: (track, isPlaying) => {
        if (!isPlaying) return this.#mixer.removeAgentVoice(track);
        this.#mixer.addAgentVoice(track);
      },
      microphoneRestarted: (track) => this.#mixer.setMicrophone(track),
    });
  }

  record(call: RecordedCall): RunningRecording {
    return new CallRecording(this.#mixer, this.#microphone, call, this.#hearing);
  }

  measure(expectsSpeech: () => boolean, emit: (event: MicrophoneEvent) => void): () => void {
    let voice: MeasuredVoice = 'unknown';
    let isSilent = false;
    const timer = setInterval(() => {
      if (!this.#mixer.running) return;
      const hearing = this.#hearing;
      hearing.add({ ...this.#mixer.levels(), atMs: performance.now(), listening: expectsSpeech() });
      if (hearing.silent !== isSilent)
        emit({ type: 'microphone.silent', silent: (isSilent = hearing.silent) });
      if (this.hasMicrophone && hearing.measured !== voice)
        emit({ type: 'microphone.voice', voice: (voice = hearing.measured) });
    }, measureEveryMs);
    return () => clearInterval(timer);
  }

  resetSilence(): void {
    this.#hearing.resetSilence();
  }

  /** Without an audio graph, the levels come from the media server. */
  levels(): Levels {
    if (this.#mixer.running) return this.#mixer.levels();
    return this.#room?.levels() ?? { visitor: 0, agent: 0 };
  }

  bars(): number[] {
    if (this.#mixer.running) return this.#mixer.bars();
    const { visitor, agent } = this.levels();
    const loudness = Math.max(visitor, agent);
    return frameHeights(frameAt(performance.now())).map((height) => height * loudness);
  }

  wake(): void {
    this.#mixer.wake();
  }

  stopMicrophone(): void {
    this.#microphone?.stop();
  }

  async close(): Promise<void> {
    await this.#mixer.close();
  }
}
