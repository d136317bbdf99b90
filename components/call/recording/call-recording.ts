import { type Caption, captions } from '../captions';
import type { CallSummary, RecordedCall, RunningRecording } from '../chart/ports';
import { type CallReceipt, lastReceipt, saveDelivery, saveReceipt, unsavedDeliveries } from '../receipt';
import { deliverRecording } from './deliver';
import type { VoiceMeter } from './hearing';
import type { Mixer } from './mixer';
import { RecordingStore } from './recording-store';
import { Recorder } from './recorder';
import { loadJoinParts, toFile } from './recorded-file';
import { loadBlobClient } from './direct-upload';

/** The track of the microphone changes when another device is opened. */
type LiveMicrophone = { readonly mediaStreamTrack: MediaStreamTrack };

const checkEveryMs = 1000;
/** An audio graph that has stopped for this long may never continue. */
const stalledAfterS = 5;

/** The recordings that are being sent, by room. */
const deliveries = new Map<string, CallRecording>();

/** Stops sending the recording of this room and deletes what is stored of it. */
export async function dropDelivery(room: string): Promise<void> {
  await deliveries.get(room)?.drop();
}

/**
 * Stores the recording of one call while it is made and delivers it afterwards. Records only the microphone while no audio graph
 * runs, as in Firefox without an audio output.
 */
export class CallRecording implements RunningRecording {
  readonly #call: RecordedCall;
  readonly #store: RecordingStore;
  readonly #mixer: Mixer;
  readonly #microphone: LiveMicrophone | undefined;
  readonly #voiceMeter: VoiceMeter;
  readonly #dropController = new AbortController();
  readonly #checkTimer: ReturnType<typeof setInterval>;
  /** The microphone's track while only it is recorded; undefined while both voices are. */
  #soloTrack: MediaStreamTrack | undefined;
  #recorder: Recorder;
  #sourceChange: Promise<void> = Promise.resolve();
  #stalledForS = 0;
  #isOver = false;
  #captions: readonly Caption[] = [];

  /** @throws if the browser cannot record */
  constructor(
    mixer: Mixer,
    microphone: LiveMicrophone | undefined,
    call: RecordedCall,
    voiceMeter: VoiceMeter,
  ) {
    this.#call = call;
    this.#voiceMeter = voiceMeter;
    this.#mixer = mixer;
    this.#microphone = microphone;
    if (call.grant.directUpload) void loadBlobClient().catch(() => undefined);
    void loadJoinParts().catch(() => undefined);
    this.#soloTrack = this.#currentSoloTrack();
    this.#recorder = this.#startRecorder();
    const { grant, request, isMuted, previous } = call;
    const { phone, language, isTyping } = request;
    const { roomName: room, token, directUpload: direct } = grant;
    const { mime } = this.#recorder;
    this.#store = new RecordingStore(
      { room, phone, token, direct, mime, language, typing: isTyping, muted: isMuted },
      previous,
    );
    this.#checkTimer = setInterval(() => this.#checkSource(), checkEveryMs);
  }

  #currentSoloTrack(): MediaStreamTrack | undefined {
    return this.#mixer.isRunning ? undefined : this.#microphone?.mediaStreamTrack;
  }

  #startRecorder(): Recorder {
    const stream = this.#soloTrack ? new MediaStream([this.#soloTrack]) : this.#mixer.stream;
    return new Recorder(stream, (chunk) => this.#store.add(chunk));
  }

  #checkSource(): void {
    const { isRunning } = this.#mixer;
    this.#stalledForS = isRunning ? 0 : this.#stalledForS + checkEveryMs / 1000;
    // A recorder of silence may write no chunks.
    if (!isRunning) this.#store.update({ aliveAtMs: Date.now() });
    const track = this.#currentSoloTrack();
    const isShortPause = this.#soloTrack === undefined && this.#stalledForS < stalledAfterS;
    if (track === this.#soloTrack || isShortPause) return;
    this.#soloTrack = track;
    this.#sourceChange = this.#sourceChange
      .then(() => this.#startPart())
      .catch((error: unknown) => console.error('The recording could not continue:', error));
  }

  async #startPart(): Promise<void> {
    await this.#recorder.stop();
    if (this.#isOver) return;
    this.#store.beginPart();
    this.#recorder = this.#startRecorder();
  }

  saveMuted(isMuted: boolean): void {
    this.#store.update({ muted: isMuted });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#captions = captions.get();
    clearInterval(this.#checkTimer);
    this.#store.update({ over: true });
    await this.#sourceChange;
    await this.#recorder.stop();
  }

  /** Deletes what is stored and aborts the upload. */
  async drop(): Promise<void> {
    this.#dropController.abort();
    await this.#store.delete();
  }

  async deliver(summary: CallSummary): Promise<void> {
    const { roomName } = this.#call.grant;
    deliveries.set(roomName, this);
    try {
      await this.#send(summary);
    } catch (error) {
      // The recording could not be joined into a file. A later visit tries again.
      console.error('The recording could not be sent:', error);
      await this.#store.leave();
    } finally {
      deliveries.delete(roomName);
    }
  }

  async #send({ outcome, steps, isEndedByOffice }: CallSummary): Promise<void> {
    const file = await toFile(await this.#store.readWhole());
    if (file.audio.size === 0) return this.#store.delete();
    const { answerWaitsMs, voice, agentVoice } = this.#voiceMeter;
    const { audio, ...call } = file;
    const audioUrl = URL.createObjectURL(audio);
    const receipt: CallReceipt = {
      ...call,
      answerWaitsMs,
      voice: this.#microphone ? voice : [],
      agentVoice,
      captions: this.#captions,
      outcome,
      isEndedByOffice,
      typing: this.#call.request.isTyping,
      audioUrl,
      delivery: 'sending',
      sentShare: 0,
      unsaved: !this.#store.isSaving,
    };
    saveReceipt(receipt);
    const { signal } = this.#dropController;
    const onProgress = (sentShare: number | null) => {
      if (signal.aborted || lastReceipt.get()?.room !== receipt.room) return;
      const delivery = sentShare === null ? 'retrying' : 'sending';
      lastReceipt.set({ ...receipt, delivery, sentShare: sentShare ?? 0 });
    };
    const fileToSend = { ...file, steps: steps.length > 0 ? [...steps] : undefined };
    const unsavedCount = receipt.unsaved ? 1 : 0;
    unsavedDeliveries.set(unsavedDeliveries.get() + unsavedCount);
    const result = await deliverRecording(fileToSend, this.#store, { signal, onProgress }).finally(() =>
      unsavedDeliveries.set(unsavedDeliveries.get() - unsavedCount),
    );
    if (!signal.aborted) saveDelivery(receipt.room, result);
  }
}
