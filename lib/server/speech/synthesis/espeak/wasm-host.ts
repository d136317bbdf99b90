import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../../errors.ts';
import { STALL_MS } from './engine.ts';
import { wasmAnswer, type WasmAnswer, type WasmRequest } from './wasm-messages.ts';

/** The process keeps 130 MB: it goes when nobody has spoken for a while. */
const IDLE_MS = 120_000;

export interface Sound {
  sampleRateHz: number;
  samples: Int16Array;
}

interface Waiting {
  resolve(sound: Sound): void;
  reject(error: unknown): void;
}

/** The source beside this file; in a bundle, where this file has no place, the one in the project's folder. */
function processFile(): string {
  const beside = path.join(import.meta.dirname ?? '', 'wasm-process.ts');
  if (existsSync(beside)) return beside;
  return path.join(process.cwd(), 'lib/server/speech/synthesis/espeak/wasm-process.ts');
}

/** Starts the npm build; it says nothing before it is asked. */
export function forkWasm(): ChildProcess {
  return fork(processFile(), [], {
    execArgv: [],
    // Nothing of ours, neither keys nor NODE_OPTIONS, is for it.
    env: { NODE_ENV: process.env.NODE_ENV },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** One process of the npm build, started when it is needed, shared by all who speak. */
export class WasmProcess {
  readonly #waiting = new Map<number, Waiting>();
  readonly #child: ChildProcess;
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #answered = false;
  #over = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#child.on('message', (message) => this.#receive(wasmAnswer.parse(message)));
    this.#child.once('error', (cause) => this.#end(new AppError('speech_unavailable', { cause })));
    this.#child.once('exit', (code) => {
      const reason = this.#answered ? 'speech_failed' : 'speech_unavailable';
      this.#end(new AppError(reason, { cause: new Error(`eSpeak NG ended with ${code}`) }));
    });
  }

  get over(): boolean {
    return this.#over;
  }

  /** Speaks one piece; they are made in the order in which they are asked for. */
  speak(text: string, voice: string, signal: AbortSignal | undefined): Promise<Sound> {
    const id = ++this.#lastId;
    const request: WasmRequest = { id, voice, text };
    return new Promise<Sound>((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      if (this.#over) return reject(new AppError('speech_failed'));
      const abort = () => {
        settle();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => this.#end(new AppError('speech_timeout')), STALL_MS);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) this.#rest();
      };
      this.#waiting.set(id, {
        resolve: (sound) => {
          settle();
          resolve(sound);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      signal?.addEventListener('abort', abort, { once: true });
      this.#wake();
      this.#child.send(request, (cause) => {
        if (cause !== null) this.#end(new AppError('speech_failed', { cause }));
      });
    });
  }

  #receive(answer: WasmAnswer): void {
    this.#answered = true;
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if ('error' in answer) waiting.reject(new AppError('speech_failed', { cause: new Error(answer.error) }));
    else waiting.resolve(answer);
  }

  /** While nobody waits, the process neither keeps ours alive nor stays for ever. */
  #rest(): void {
    if (this.#over) return;
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idleTimer = setTimeout(() => this.#end(new AppError('speech_failed')), IDLE_MS).unref();
  }

  #wake(): void {
    clearTimeout(this.#idleTimer);
    this.#child.ref();
    this.#child.channel?.ref();
  }

  #end(error: AppError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#idleTimer);
    this.#child.kill('SIGKILL');
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
  }
}
