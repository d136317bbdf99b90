import type { BrowserStep } from '@/lib/contracts/recording';
import { AgentRecording } from './agent-recording';
import { type Receipt, keepReceipt, lastReceipt, noteDelivery, unkeptDeliveries } from '../after-call';
import type { CallRequest } from '../call-machine';
import type { Microphone } from '../devices';
import { deliverRecording } from './deliver';
import type { Hearing } from './hearing';
import type { Mixer } from './mixer';
import { type BrokenOffCall, RecordingKeeper, type Span, keptVoices } from './outbox';
import { Recorder } from './recorder';
import type { Grant } from '../request-token';
import { type RecordedFile, toFile } from './recorded-file';
import { loadStoreClient } from './send-recording';

interface RecordedCall {
  grant: Grant;
  request: CallRequest;
  muted: boolean;
  /** The kept part of a call whose page was reloaded. */
  before?: BrokenOffCall;
}

type Recorded = Awaited<ReturnType<Recorder['stop']>>;
type Heard = Pick<Hearing, 'answersMs' | 'voice'> & Pick<Receipt, 'outcome'>;
type HeardFile = Heard & { file: RecordedFile };

/** As often as a call with an audio graph writes a chunk. */
const aliveEveryMs = 1000;
/** An audio graph that has stood still for so many seconds may not go on. */
const standsForS = 5;

/** The recording of one call: kept on the disk while it is made, delivered when the call is over. */
export class CallRecording {
  readonly #call: RecordedCall;
  readonly #recorder: Recorder;
  readonly #keeper: RecordingKeeper;
  readonly #mixer: Mixer;
  readonly #microphone: Microphone | undefined;
  #agent: AgentRecording | undefined;
  readonly #dropped = new AbortController();
  /** When the voices were not recorded together: on pages of the call without an audio graph. */
  #apart: Span[];
  /** How long this page's recorder has recorded them together, where it did not to its end. */
  #ownMixedUntilMs = 0;
  #stoodForS = 0;
  readonly #alive: ReturnType<typeof setInterval>;

  /** @throws where the browser does not record */
  constructor(mixer: Mixer, microphone: Microphone | undefined, call: RecordedCall) {
    this.#call = call;
    this.#mixer = mixer;
    this.#microphone = microphone;
    if (call.grant.directUpload) void loadStoreClient().catch(() => undefined);
    // Where the graph does not run, both voices are recorded each by itself: the mixer's stream would be silent.
    const stream =
      mixer.running || !microphone ? mixer.stream : new MediaStream([microphone.mediaStreamTrack]);
    this.#recorder = new Recorder(stream, (chunk) => this.#keeper.add(chunk));
    const { mime } = this.#recorder;
    const { language, typing } = call.request;
    const { startedAtMs = Date.now(), apart = [] } = call.before ?? {};
    const atMs = Date.now() - startedAtMs;
    this.#apart = apart.map(({ fromMs, untilMs }) => ({ fromMs, untilMs: Math.min(untilMs, atMs) }));
    if (!mixer.running) this.#apart.push({ fromMs: atMs, untilMs: Infinity });
    const kept = { ...this.#owner, mime, language, typing, muted: call.muted, apart: this.#apart };
    this.#keeper = new RecordingKeeper(kept, call.before);
    this.#alive = setInterval(() => this.#look(), aliveEveryMs);
    if (!mixer.running) this.#recordAgent();
  }

  #recordAgent(): AgentRecording {
    this.#agent = new AgentRecording((voice, chunk) => this.#keeper.addVoice(voice, chunk));
    for (const track of this.#mixer.agentTracks) this.#agent.add(track);
    return this.#agent;
  }

  #look(): void {
    if (this.#mixer.running) this.#stoodForS = 0;
    // A recorder of silence may give no chunks.
    else this.#keeper.note({ aliveAtMs: Date.now() });
    if (this.#agent || this.#mixer.running || ++this.#stoodForS < standsForS) return;
    this.#recordApart();
  }

  /** A graph that stopped in the call, as a phone that is interrupted may leave it, records silence: from now on each voice is recorded by itself. */
  #recordApart(): void {
    this.#ownMixedUntilMs = performance.now() - this.#recorder.startedAtMs;
    const { before } = this.#call;
    const fromMs = before ? Date.now() - before.startedAtMs : this.#ownMixedUntilMs;
    this.#apart = [...this.#apart, { fromMs, untilMs: Infinity }];
    this.#keeper.note({ apart: this.#apart });
    try {
      const apart = this.#recordAgent();
      if (this.#microphone) apart.add(this.#microphone.mediaStreamTrack, 'visitor');
    } catch (error) {
      console.error('A voice could not be recorded by itself:', error);
    }
  }

  addAgentVoice(track: MediaStreamTrack): void {
    this.#agent?.add(track);
  }

  /** Another microphone, where no graph takes its voice up: a recorder ends with its track. */
  addMicrophone(track: MediaStreamTrack): void {
    this.#agent?.add(track, 'visitor');
  }

  /** A page that is reloaded goes back into the call as it was. */
  noteMuted(muted: boolean): void {
    this.#keeper.note({ muted });
  }

  async stop(): Promise<Recorded> {
    clearInterval(this.#alive);
    this.#keeper.note({ over: true });
    const [recorded] = await Promise.all([this.#recorder.stop(), this.#agent?.stop()]);
    return recorded;
  }

  /** Nothing of it is kept, and what is being sent is broken off. */
  async drop(): Promise<void> {
    this.#dropped.abort();
    await this.#keeper.forget();
  }

  /** Sends it, and tells on the call's card how far it has come. Never throws. */
  async deliver(recorded: Recorded, heard: Heard, steps: BrowserStep[]): Promise<void> {
    try {
      await this.#send(recorded, heard, steps);
    } catch (error) {
      // No file could be made of it; a later visit tries again.
      console.error('The recording could not be sent:', error);
      await this.#keeper.leave();
    }
  }

  async #send({ chunks, ...recorded }: Recorded, heard: Heard, steps: BrowserStep[]) {
    const whole = await this.#keeper.whole();
    // Without an audio graph a visitor who types has recorded nothing: the agent alone is heard.
    const isSilent = this.#agent && this.#ownMixedUntilMs === 0 && this.#call.request.typing;
    const made = { ...this.#owner, ...recorded, chunks: isSilent ? [] : chunks };
    const own = { ...heard, file: await toFile(whole ?? made) };
    const { before } = this.#call;
    // Of a call without chunks of its own the kept voices alone go back to before the reload.
    const isWhole = before !== undefined && (whole !== null || made.chunks.length === 0);
    const begunAtMs = isWhole ? before.startedAtMs - performance.timeOrigin : this.#recorder.startedAtMs;
    const { file, ...told } = await this.#withAgent(own, begunAtMs, isWhole);
    if (file.audio.size === 0) return this.#keeper.forget();
    const { audio, ...call } = file;
    const audioUrl = URL.createObjectURL(audio);
    const receipt: Receipt = {
      ...call,
      ...told,
      typing: this.#call.request.typing,
      audioUrl,
      delivery: 'sending',
      sentShare: 0,
      unkept: !this.#keeper.keeps,
    };
    keepReceipt(receipt);
    const { signal } = this.#dropped;
    const onProgress = (sentShare: number | null) => {
      if (signal.aborted || lastReceipt.get()?.room !== receipt.room) return;
      const delivery = sentShare === null ? 'retrying' : 'sending';
      lastReceipt.set({ ...receipt, delivery, sentShare: sentShare ?? 0, unkept: !this.#keeper.keeps });
    };
    const isTraced = this.#call.grant.spanId !== undefined;
    const sent = { ...file, steps: isTraced ? steps : undefined };
    const unkept = receipt.unkept ? 1 : 0;
    unkeptDeliveries.set(unkeptDeliveries.get() + unkept);
    const delivered = await deliverRecording(sent, this.#keeper, { signal, onProgress }).finally(() =>
      unkeptDeliveries.set(unkeptDeliveries.get() - unkept),
    );
    if (!signal.aborted) noteDelivery(receipt.room, delivered);
  }

  /**
   * The visitor's voice alone is better than nothing.
   * @param begunAtMs when the recording began, by the page's clock: before the page itself, where that was reloaded
   * @param isWhole the recording goes back to before the page was reloaded
   */
  async #withAgent(own: HeardFile, begunAtMs: number, isWhole: boolean): Promise<HeardFile> {
    const ownApart = this.#agent ? [{ fromMs: this.#ownMixedUntilMs, untilMs: Infinity }] : [];
    const apart = isWhole ? this.#apart : ownApart;
    // A page whose graph runs may have come after one without.
    if (!this.#agent && apart.length === 0) return own;
    const { audio: visitor, room } = own.file;
    try {
      const before = isWhole ? await keptVoices(room).catch(() => []) : [];
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
