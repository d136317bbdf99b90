import { AppError } from '../../../../contracts/errors.ts';
import type { PcmStream } from '../../../audio/read-wav.ts';
import { SideProcess } from '../../../platform/side-process.ts';
import { sentences } from '../../tts-pieces.ts';
import { type EspeakEngine, type EspeakRequest, STALL_MS } from './index.ts';
import { type Sound, type SpeakRequest, sound } from './messages.ts';

const SCRIPT = 'lib/server/speech/vendors/espeak/wasm-process.ts';
/** The process keeps 130 MB: it goes when nobody has spoken for a while. */
const IDLE_MS = 120_000;

export function startWasm(): SideProcess {
  return new SideProcess(SCRIPT);
}

/** Settles as the promise does, unless the signal is first. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** One process of the npm build, started when it is needed, shared by all who speak, ended when nobody does. */
export class SharedProcess {
  readonly #start: () => SideProcess;
  #side: SideProcess | undefined;
  #speaking = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasSpoken = false;

  constructor(start: () => SideProcess) {
    this.#start = start;
  }

  /** Speaks one piece of text; pieces are made in the order in which they are asked for. */
  async speak(request: SpeakRequest, signal: AbortSignal | undefined): Promise<Sound> {
    signal?.throwIfAborted();
    clearTimeout(this.#idleTimer);
    const side = this.#running();
    const stall = AbortSignal.timeout(STALL_MS);
    this.#speaking++;
    try {
      const stop = signal === undefined ? stall : AbortSignal.any([signal, stall]);
      const spoken = sound.parse(await unlessAborted(side.ask(request), stop));
      this.#hasSpoken = true;
      return spoken;
    } catch (cause) {
      signal?.throwIfAborted();
      // Whatever went wrong in there, its memory can't be trusted any longer.
      side.close();
      if (stall.aborted) throw new AppError('speech_timeout', { cause });
      throw new AppError(this.#hasSpoken ? 'speech_failed' : 'speech_unavailable', { cause });
    } finally {
      this.#speaking--;
      if (this.#speaking === 0) this.#idleTimer = setTimeout(() => this.#side?.close(), IDLE_MS).unref();
    }
  }

  #running(): SideProcess {
    if (this.#side?.alive !== true) this.#side = this.#start();
    return this.#side;
  }
}

/** Short enough that a text of thousands of characters doesn't keep the others waiting. */
const PIECE_CHARACTERS = 200;

/** eSpeak NG as the npm build: no installation, the same voices, about twice the time. */
export const wasmEngine = (start = startWasm): EspeakEngine => processEngine(start);

/** A voice in a process of its own that speaks a sentence at a time. */
export function processEngine(start: () => SideProcess): EspeakEngine {
  const shared = new SharedProcess(start);

  async function* following(
    first: Sound,
    pieces: Iterator<string>,
    { voice, signal }: EspeakRequest,
  ): AsyncGenerator<Int16Array, void, undefined> {
    let sound = first;
    for (;;) {
      const piece = pieces.next();
      // The next piece is made while this one is taken, and no more than that one.
      const next = piece.done === true ? undefined : shared.speak({ voice, text: piece.value }, signal);
      next?.catch(() => undefined);
      yield sound.samples;
      if (next === undefined) return;
      sound = await next;
    }
  }

  return {
    async speak(request): Promise<PcmStream> {
      request.signal?.throwIfAborted();
      const pieces = sentences(request.text, request.language, PIECE_CHARACTERS);
      const piece = pieces.next();
      if (piece.done === true) throw new AppError('speech_failed', { detail: 'The text is empty.' });
      const first = await shared.speak({ voice: request.voice, text: piece.value }, request.signal);
      return { sampleRateHz: first.sampleRateHz, samples: following(first, pieces, request) };
    },

    async warm(voice) {
      await shared.speak({ voice, text: 'a' }, undefined).catch(() => undefined);
    },
  };
}
