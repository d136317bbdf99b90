import type { Span } from '../chart/events';
import type { CallSummary, RecordedCall, Recording } from '../chart/ports';
import { type CallReceipt, lastReceipt, saveDelivery, saveReceipt, unsavedDeliveries } from '../receipt';
import { AgentRecording } from './agent-recording';
import { deliverRecording } from './deliver';
import type { Hearing } from './hearing';
import type { Mixer } from './mixer';
import { storedVoices } from './outbox';
import { RecordingStore } from './recording-store';
import { Recorder } from './recorder';
import { type RecordedFile, toFile } from './recorded-file';
import { loadStoreClient } from './send-recording';

type Recorded = Awaited<ReturnType<Recorder['stop']>>;
type Heard = Pick<Hearing, 'answersMs' | 'voice'> & { file: RecordedFile };

/** The track of the microphone changes when another device is opened. */
type LiveMicrophone = { readonly mediaStreamTrack: MediaStreamTrack };

/** A call with an audio graph writes its chunks at the same interval. */
const aliveEveryMs = 1000;
/** An audio graph that stands still for this long may never go on. */
const standsForS = 5;

/** The recordings that are being sent, by room. */
const deliveries = new Map<string, CallRecording>();

/** Stops sending the recording of this room and deletes what is stored of it. */
export async function dropDelivery(room: string): Promise<void> {
  await deliveries.get(room)?.drop();
}

/** The recording of one call: stored on the disk while it is made, delivered when the call is over. */
export class CallRecording implements Recording {
  readonly #call: RecordedCall;
  readonly #recorder: Recorder;
  readonly #store: RecordingStore;
  readonly #mixer: Mixer;
  readonly #microphone: LiveMicrophone | undefined;
  readonly #hearing: Hearing;
  #agent: AgentRecording | undefined;
  readonly #dropped = new AbortController();
  /** When the voices were recorded separately: on pages of the call without an audio graph. */
  #apart: Span[];
  /** How long this page's recorder has recorded both voices together, where it did not to its end. */
  #ownMixedUntilMs = 0;
  #stoodForS = 0;
  #recorded: Recorded | undefined;
  readonly #alive: ReturnType<typeof setInterval>;

  /** @throws where the browser does not record */
  constructor(mixer: Mixer, microphone: LiveMicrophone | undefined, call: RecordedCall, hearing: Hearing) {
    this.#call = call;
    this.#hearing = hearing;
    this.#mixer = mixer;
    this.#microphone = microphone;
    if (call.grant.directUpload) void loadStoreClient().catch(() => undefined);
    // The mixer's stream is silent where the graph does not run: each voice is recorded by itself.
    const stream =
      mixer.running || !microphone ? mixer.stream : new MediaStream([microphone.mediaStreamTrack]);
    this.#recorder = new Recorder(stream, (chunk) => this.#store.add(chunk));
    const { mime } = this.#recorder;
    const { language, typing } = call.request;
    const { startedAtMs = Date.now(), apart = [] } = call.previous ?? {};
    const atMs = Date.now() - startedAtMs;
    this.#apart = apart.map(({ fromMs, untilMs }) => ({ fromMs, untilMs: Math.min(untilMs, atMs) }));
    if (!mixer.running) this.#apart.push({ fromMs: atMs, untilMs: Infinity });
    const stored = { ...this.#owner, mime, language, typing, muted: call.muted, apart: this.#apart };
    this.#store = new RecordingStore(stored, call.previous);
    this.#alive = setInterval(() => this.#checkGraph(), aliveEveryMs);
    if (!mixer.running) this.#recordAgent();
  }

  #recordAgent(): AgentRecording {
    this.#agent = new AgentRecording((voice, chunk) => this.#store.addVoice(voice, chunk));
    for (const track of this.#mixer.agentTracks) this.#agent.add(track);
    return this.#agent;
  }

  #checkGraph(): void {
    if (this.#mixer.running) this.#stoodForS = 0;
    // A recorder of silence may write no chunks.
    else this.#store.update({ aliveAtMs: Date.now() });
    if (this.#agent || this.#mixer.running || ++this.#stoodForS < standsForS) return;
    this.#recordApart();
  }

  /** An interrupted phone may leave a graph that records silence: record each voice by itself from now on. */
  #recordApart(): void {
    this.#ownMixedUntilMs = performance.now() - this.#recorder.startedAtMs;
    const { previous } = this.#call;
    const fromMs = previous ? Date.now() - previous.startedAtMs : this.#ownMixedUntilMs;
    this.#apart = [...this.#apart, { fromMs, untilMs: Infinity }];
    this.#store.update({ apart: this.#apart });
    try {
      const apart = this.#recordAgent();
      if (this.#microphone) apart.add(this.#microphone.mediaStreamTrack, 'visitor');
    } catch (error) {
      console.error('A voice could not be recorded by itself:', error);
    }
  }

  /** Records another track where no graph takes it up: a recorder ends with its track. */
  addVoice(track: MediaStreamTrack, of: 'visitor' | 'agent'): void {
    this.#agent?.add(track, of);
  }

  saveMuted(muted: boolean): void {
    this.#store.update({ muted });
  }

  async stop(): Promise<void> {
    clearInterval(this.#alive);
    this.#store.update({ over: true });
    [this.#recorded] = await Promise.all([this.#recorder.stop(), this.#agent?.stop()]);
  }

  /** Deletes what is stored and aborts the upload. */
  async drop(): Promise<void> {
    this.#dropped.abort();
    await this.#store.forget();
  }

  async deliver(summary: CallSummary): Promise<void> {
    const { roomName } = this.#call.grant;
    deliveries.set(roomName, this);
    try {
      if (this.#recorded) await this.#send(this.#recorded, summary);
    } catch (error) {
      // No file could be made of it; a later visit tries again.
      console.error('The recording could not be sent:', error);
      await this.#store.leave();
    } finally {
      deliveries.delete(roomName);
    }
  }

  async #send({ chunks, ...recorded }: Recorded, { outcome, answers, steps }: CallSummary): Promise<void> {
    const whole = await this.#store.whole();
    // Without an audio graph nothing is recorded of a visitor who types: the file holds the agent alone.
    const isSilent = this.#agent && this.#ownMixedUntilMs === 0 && this.#call.request.typing;
    const made = { ...this.#owner, ...recorded, chunks: isSilent ? [] : chunks };
    const { answersMs, voice } = this.#hearing;
    const heard = { answersMs, voice: this.#microphone ? voice : [] };
    const own = { ...heard, file: await toFile(whole ?? made) };
    const { previous } = this.#call;
    // Without chunks of this page, the stored voices alone reach back to before the reload.
    const isWhole = previous !== null && (whole !== null || made.chunks.length === 0);
    const begunAtMs = isWhole ? previous.startedAtMs - performance.timeOrigin : this.#recorder.startedAtMs;
    const { file, ...measured } = await this.#withAgent(own, begunAtMs, isWhole);
    if (file.audio.size === 0) return this.#store.forget();
    const { audio, ...call } = file;
    const audioUrl = URL.createObjectURL(audio);
    const receipt: CallReceipt = {
      ...call,
      ...measured,
      outcome,
      answers,
      typing: this.#call.request.typing,
      audioUrl,
      delivery: 'sending',
      sentShare: 0,
      unsaved: !this.#store.isSaving,
    };
    saveReceipt(receipt);
    const { signal } = this.#dropped;
    const onProgress = (sentShare: number | null) => {
      if (signal.aborted || lastReceipt.get()?.room !== receipt.room) return;
      const delivery = sentShare === null ? 'retrying' : 'sending';
      lastReceipt.set({ ...receipt, delivery, sentShare: sentShare ?? 0, unsaved: !this.#store.isSaving });
    };
    const sent = { ...file, steps: steps.length > 0 ? [...steps] : undefined };
    const unsaved = receipt.unsaved ? 1 : 0;
    unsavedDeliveries.set(unsavedDeliveries.get() + unsaved);
    const delivered = await deliverRecording(sent, this.#store, { signal, onProgress }).finally(() =>
      unsavedDeliveries.set(unsavedDeliveries.get() - unsaved),
    );
    if (!signal.aborted) saveDelivery(receipt.room, delivered);
  }

  /**
   * Adds the agent's voice where it was recorded by itself. If that fails, the visitor's alone is sent.
   * @param begunAtMs when the recording began, by the page's clock: before the page itself, where that was reloaded
   * @param isWhole the recording goes back to before the page was reloaded
   */
  async #withAgent(own: Heard, begunAtMs: number, isWhole: boolean): Promise<Heard> {
    const ownApart = this.#agent ? [{ fromMs: this.#ownMixedUntilMs, untilMs: Infinity }] : [];
    const apart = isWhole ? this.#apart : ownApart;
    // A page with a running graph may have followed one without.
    if (!this.#agent && apart.length === 0) return own;
    const { audio: visitor, room } = own.file;
    try {
      const before = isWhole ? await storedVoices(room).catch(() => []) : [];
      const voices = this.#agent ?? new AgentRecording();
      const { audio, durationMs, hearing } = await voices.beside(visitor, begunAtMs, apart, before);
      const { answersMs, voice } = hearing;
      return { ...own, file: { ...own.file, audio, durationMs }, answersMs, voice };
    } catch (error) {
      console.error('The agent’s voice could not be put beside the visitor’s:', error);
      return own;
    }
  }

  get #owner() {
    const { grant, request } = this.#call;
    return { room: grant.roomName, phone: request.phone, token: grant.token, direct: grant.directUpload };
  }
}
