import { AppError } from '../../../../errors.ts';
import { SideProcess } from '../../../side-process.ts';
import { STALL_MS } from './engine.ts';
import { sound, type Sound, type SpeakRequest } from './messages.ts';

const SCRIPT = 'lib/server/speech/synthesis/espeak/wasm-process.ts';
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
