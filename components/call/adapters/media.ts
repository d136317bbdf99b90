import { isBrowserSupported } from 'livekit-client';
import { frameAt, frameHeights } from '@/lib/equalizer';
import { openCaptions } from '../captions';
import type { MicrophoneEvent, LiveRoomEvent, MeasuredVoice } from '../chart/events';
import type { Levels, Media, MediaPort, RecordedCall, RunningRecording } from '../chart/ports';
import { CallRecording } from '../recording/call-recording';
import { VoiceMeter } from '../recording/hearing';
import { Mixer } from '../recording/mixer';
import { type MicrophoneTrack, microphoneFault, microphoneGranted, openMicrophone } from './microphone';
import { LiveRoom } from './room';

const measureEveryMs = 50;

export const mediaPort: MediaPort = {
  isSupported: isBrowserSupported,
  isMicrophoneGranted: microphoneGranted,
  faultOf: microphoneFault,
  async open({ isTyping, signal }) {
    const openingMicrophone = isTyping ? undefined : openMicrophone();
    // If the browser will not ask, the audio graph is built while the microphone opens.
    if (!microphoneGranted()) await openingMicrophone;
    const buildingMixer = (async () => new Mixer())();
    const [microphoneResult, mixerResult] = await Promise.allSettled([openingMicrophone, buildingMixer]);
    if (microphoneResult.status === 'fulfilled' && mixerResult.status === 'fulfilled' && !signal.aborted)
      return new CallMedia(microphoneResult.value, mixerResult.value);
    if (microphoneResult.status === 'fulfilled') microphoneResult.value?.stop();
    if (mixerResult.status === 'fulfilled') void mixerResult.value.close();
    if (microphoneResult.status === 'rejected') throw microphoneResult.reason;
    throw mixerResult.status === 'rejected' ? mixerResult.reason : signal.reason;
  },
};

/** Owns the microphone and the audio graph of one call. Its room, its recording and its levels use them. */
class CallMedia implements Media {
  readonly #microphone: MicrophoneTrack | undefined;
  readonly #mixer: Mixer;
  readonly #voiceMeter = new VoiceMeter();
  #room: LiveRoom | undefined;

  constructor(microphone: MicrophoneTrack | undefined, mixer: Mixer) {
    this.#microphone = microphone;
    this.#mixer = mixer;
    if (microphone) mixer.setMicrophone(microphone.mediaStreamTrack);
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
        if (isHeard && !this.#mixer.isRunning) emit({ type: 'room.visitorAudible' });
      },
      caption: openCaptions(),
      agentVoice: (track, isPlaying) =>
        isPlaying ? this.#mixer.addAgentVoice(track) : this.#mixer.removeAgentVoice(track),
      microphoneRestarted: (track) => this.#mixer.setMicrophone(track),
    });
  }

  record(call: RecordedCall): RunningRecording {
    return new CallRecording(this.#mixer, this.#microphone, call, this.#voiceMeter);
  }

  measure(expectsSpeech: () => boolean, emit: (event: MicrophoneEvent) => void): () => void {
    let voice: MeasuredVoice = 'unknown';
    let isSilent = false;
    const timer = setInterval(() => {
      if (!this.#mixer.isRunning) return;
      const voiceMeter = this.#voiceMeter;
      voiceMeter.add({ ...this.#mixer.levels(), atMs: performance.now(), expectsSpeech: expectsSpeech() });
      if (voiceMeter.isSilent !== isSilent)
        emit({ type: 'microphone.silent', isSilent: (isSilent = voiceMeter.isSilent) });
      if (this.#microphone && voiceMeter.measured !== voice)
        emit({ type: 'microphone.voice', voice: (voice = voiceMeter.measured) });
    }, measureEveryMs);
    return () => clearInterval(timer);
  }

  resetSilence(): void {
    this.#voiceMeter.resetSilence();
  }

  /** Without an audio graph, the levels come from the media server. */
  levels(): Levels {
    if (this.#mixer.isRunning) return this.#mixer.levels();
    return this.#room?.levels() ?? { visitor: 0, agent: 0 };
  }

  bars(): number[] {
    if (this.#mixer.isRunning) return this.#mixer.bars();
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
