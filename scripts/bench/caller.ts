import '../../agent/livekit/ffi-logs.ts';
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  type RemoteTrack,
} from '@livekit/rtc-node';
import { type TokenRequest, type TokenResponse, tokenResponse } from '../../lib/contracts/token.ts';

export const callerRateHz = 48_000;
const frameMs = 20;
/** Long frames keep ten callers in one process cheap; when a voice begins is read from the samples. */
const listenFrameMs = 40;
/** A sample as loud as this is the agent's voice, not the codec's noise. */
export const audibleAmplitude = 500;
/** The agent is through with a question when it has been quiet for this long. */
const quietMs = 900;
/** Barge-in: delay after the agent begins, and the silence that counts as its yielding. */
const talksOverAfterMs = 1_200;
const silentMs = 450;

export interface Measured {
  /** From before the token was asked for to the first audible sample of the agent. */
  firstAudioMs: number | undefined;
  /** From the last sample of each answer to the agent's next audible one. */
  responsesMs: number[];
  /** From the first sample that talks over the agent to its last audible one. */
  silencedMs: number[];
  /** Whether the agent closed the room. */
  closedByAgent: boolean;
}

/**
 * Calls the running product once, answers each question with the next of `answers` (48 kHz), and measures what it hears. Who talks over
 * the agent does so in each line but the first.
 */
export async function call(
  baseUrl: string,
  request: TokenRequest,
  answers: Int16Array[],
  signal: AbortSignal,
  talksOver = false,
): Promise<Measured> {
  const clickedAtMs = performance.now();
  const { token, serverUrl } = await askForToken(baseUrl, request, signal);
  const caller = new Caller(answers, talksOver);
  try {
    const firstAudioAtMs = await caller.hold(serverUrl, token, signal);
    const firstAudioMs = firstAudioAtMs === undefined ? undefined : firstAudioAtMs - clickedAtMs;
    const { responsesMs, silencedMs, closedByAgent } = caller;
    return { firstAudioMs, responsesMs, silencedMs, closedByAgent };
  } finally {
    await caller.close();
  }
}

async function askForToken(
  baseUrl: string,
  request: TokenRequest,
  signal: AbortSignal,
): Promise<TokenResponse & { serverUrl: string }> {
  const response = await fetch(new URL('/api/get-token', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify(request),
    signal,
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`get-token answered ${response.status}: ${JSON.stringify(body)}`);
  return tokenResponse.required({ serverUrl: true }).parse(body);
}

function isAudible(sample: number): boolean {
  return Math.abs(sample) >= audibleAmplitude;
}

class Caller {
  readonly responsesMs: number[] = [];
  readonly silencedMs: number[] = [];
  closedByAgent = false;
  readonly #room = new Room();
  readonly #source = new AudioSource(callerRateHz, 1, 100);
  readonly #answers: Int16Array[];
  readonly #over = Promise.withResolvers<void>();
  #firstAudioAtMs: number | undefined;
  #lastAudioAtMs: number | undefined;
  #answeredAtMs: number | undefined;
  #speaking = false;
  readonly #talksOver: boolean;
  #lineBeganAtMs: number | undefined;
  #talkedOverAtMs: number | undefined;

  constructor(answers: Int16Array[], talksOver: boolean) {
    this.#talksOver = talksOver;
    this.#answers = [...answers];
  }

  /** Gives when the agent was first heard, by performance.now(). */
  async hold(serverUrl: string, token: string, signal: AbortSignal): Promise<number | undefined> {
    this.#room
      .on(RoomEvent.TrackSubscribed, (track) => void this.#listen(track))
      .on(RoomEvent.Disconnected, () => {
        this.closedByAgent = true;
        this.#over.resolve();
      });
    signal.addEventListener('abort', () => this.#over.resolve());
    await this.#room.connect(serverUrl, token, { autoSubscribe: true, dynacast: true });
    const track = LocalAudioTrack.createAudioTrack('microphone', this.#source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    await this.#room.localParticipant?.publishTrack(track, options);
    await this.#over.promise;
    return this.#firstAudioAtMs;
  }

  async close(): Promise<void> {
    await this.#room.disconnect();
    await this.#source.close();
  }

  async #listen(track: RemoteTrack): Promise<void> {
    const stream = new AudioStream(track, {
      sampleRate: callerRateHz,
      numChannels: 1,
      frameSizeMs: listenFrameMs,
    });
    for await (const frame of stream) this.#hear(frame, performance.now());
  }

  /** A frame has just been heard to its end. */
  #hear({ data }: AudioFrame, endedAtMs: number): void {
    const first = data.findIndex(isAudible);
    if (first === -1) {
      this.#hearNothing(endedAtMs);
      return;
    }
    const beganAtMs = endedAtMs - ((data.length - first) * 1000) / callerRateHz;
    this.#firstAudioAtMs ??= beganAtMs;
    this.#lastAudioAtMs =
      endedAtMs - ((data.length - 1 - data.findLastIndex(isAudible)) * 1000) / callerRateHz;
    if (this.#mayTalkOver(beganAtMs)) void this.#answer();
    if (this.#answeredAtMs === undefined || this.#speaking) return;
    this.responsesMs.push(beganAtMs - this.#answeredAtMs);
    this.#answeredAtMs = undefined;
  }

  /** In each line but the first, which holds the notice. */
  #mayTalkOver(nowMs: number): boolean {
    if (!this.#talksOver || this.#speaking || this.responsesMs.length === 0) return false;
    this.#lineBeganAtMs ??= nowMs;
    if (this.#answers.length === 0 || nowMs - this.#lineBeganAtMs < talksOverAfterMs) return false;
    this.#talkedOverAtMs = performance.now();
    return true;
  }

  #hearNothing(nowMs: number): void {
    const silentSinceMs = this.#lastAudioAtMs;
    if (
      this.#talkedOverAtMs !== undefined &&
      silentSinceMs !== undefined &&
      nowMs - silentSinceMs >= silentMs
    ) {
      this.silencedMs.push(silentSinceMs - this.#talkedOverAtMs);
      this.#talkedOverAtMs = undefined;
    }
    if (this.#speaking || this.#lastAudioAtMs === undefined || this.#answeredAtMs !== undefined) return;
    if (nowMs - this.#lastAudioAtMs >= quietMs) void this.#answer();
  }

  async #answer(): Promise<void> {
    const answer = this.#answers.shift();
    // An interrupted turn is measured to its end.
    if (this.#talkedOverAtMs === undefined) this.#lastAudioAtMs = undefined;
    this.#lineBeganAtMs = undefined;
    if (answer === undefined) return;
    this.#speaking = true;
    const size = (callerRateHz * frameMs) / 1000;
    for (let at = 0; at < answer.length; at += size) {
      const part = answer.slice(at, at + size);
      await this.#source.captureFrame(new AudioFrame(part, callerRateHz, 1, part.length));
    }
    await this.#source.waitForPlayout();
    this.#answeredAtMs = performance.now();
    this.#speaking = false;
  }
}
