import { type ChildProcess, type Serializable, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { unlessAborted } from './unless-aborted.ts';
import { messageOf } from './message-of.mjs';

const answerMessage = z.object({ body: z.unknown().optional(), error: z.string().optional() });

/** A Node child process for work that may block, crash or get hostile input. It gets none of our settings and ends with this process. */
export class SideProcess {
  readonly #child: ChildProcess;
  /** Oldest question first: the child answers in this order. */
  readonly #pendingAnswers: PromiseWithResolvers<unknown>[] = [];
  /** Resolves once the script has loaded; rejects if the process cannot load it. */
  readonly loaded: Promise<unknown>;
  #endReason: Error | undefined;

  /** @param script its path from the root of the repository; it calls `answerQuestions` */
  constructor(script: string, args: string[] = []) {
    const { PATH, SystemRoot } = process.env;
    this.#child = fork(resolveScript(script), args, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=512'],
      env: { NODE_ENV: process.env.NODE_ENV, PATH, SystemRoot },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => this.#settle(message));
    this.#child.on('error', (cause) =>
      this.#end(new Error('The side process cannot be started.', { cause })),
    );
    this.#child.on('exit', (code, signal) =>
      this.#end(new Error(`The side process ended (${signal ?? code}).`)),
    );
    this.loaded = this.#nextAnswer();
    this.loaded.catch(() => undefined);
  }

  /** False once it has ended; questions are then refused. */
  get alive(): boolean {
    return this.#endReason === undefined;
  }

  /** @throws Error with the message that the process answered, or that says why it ended */
  async ask(question: Serializable): Promise<unknown> {
    if (this.#endReason) throw this.#endReason;
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(question, (error) => error && this.#end(error));
    return this.#nextAnswer();
  }

  /** Ends it at once; pending questions reject with the reason. */
  close(reason = new Error('The side process was closed.')): void {
    this.#child.kill('SIGKILL');
    this.#end(reason);
  }

  #nextAnswer(): Promise<unknown> {
    const pendingAnswer = Promise.withResolvers<unknown>();
    this.#pendingAnswers.push(pendingAnswer);
    return pendingAnswer.promise;
  }

  #settle(message: unknown): void {
    const { body, error } = answerMessage.parse(message);
    const pendingAnswer = this.#pendingAnswers.shift();
    if (error === undefined) pendingAnswer?.resolve(body);
    else pendingAnswer?.reject(new Error(error));
    if (this.#pendingAnswers.length > 0) return;
    // An idle side process does not keep this one alive.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #end(error: Error): void {
    this.#endReason ??= error;
    for (const { reject } of this.#pendingAnswers.splice(0)) reject(this.#endReason);
  }
}

/**
 * Finds a script from source, or in a bundle from the project's folder. The bundler must not trace it: it would include the whole
 * project.
 */
function resolveScript(script: string): string {
  const sourcePath = path.join(/* turbopackIgnore: true */ import.meta.dirname ?? '', '../..', script);
  if (existsSync(/* turbopackIgnore: true */ sourcePath)) return sourcePath;
  return path.join(/* turbopackIgnore: true */ process.cwd(), script);
}

interface PoolRules {
  /** Maximum processes at a time; further users wait in order. */
  size: number;
  /** An idle process is ended after this time. */
  idleMs: number;
}

interface AskRules {
  /** A process that does not answer within this time is ended. */
  stallMs: number;
  /** Aborting stops the wait only: the process finishes its answer and serves the next request. */
  signal?: AbortSignal;
}

/** The process did not answer in time: it is stuck in its work, or the machine is overloaded. */
export class ProcessStalled extends Error {}

/** Side processes of one kind: started when needed, lent to one user at a time, ended when idle. */
export class ProcessPool {
  readonly #start: () => SideProcess;
  readonly #rules: PoolRules;
  readonly #idle: { side: SideProcess; timer: NodeJS.Timeout | undefined }[] = [];
  readonly #released = new EventEmitter().setMaxListeners(Infinity);
  #lentCount = 0;

  constructor(start: () => SideProcess, rules: PoolRules) {
    this.#start = start;
    this.#rules = rules;
  }

  /**
   * Acquires a process until it is released.
   * @throws Error if none loads, or the signal aborts
   */
  async acquire(signal?: AbortSignal): Promise<SideProcess> {
    while (this.#lentCount >= this.#rules.size) await once(this.#released, 'released', { signal });
    signal?.throwIfAborted();
    this.#lentCount++;
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.side.alive) return idle.side;
    }
    const side = this.#start();
    try {
      await side.loaded;
      return side;
    } catch (error) {
      side.close();
      this.release(side);
      throw error;
    }
  }

  /** Releases the process to the next user; an ended one makes room for a new one. */
  release(side: SideProcess): void {
    this.#lentCount--;
    if (side.alive) {
      const { idleMs } = this.#rules;
      const timer = Number.isFinite(idleMs) ? setTimeout(() => side.close(), idleMs).unref() : undefined;
      this.#idle.push({ side, timer });
    }
    this.#released.emit('released');
  }

  /**
   * Asks the next free process one question.
   * @throws ProcessStalled, the signal's reason, or the process's error
   */
  async ask(question: Serializable, { stallMs, signal }: AskRules): Promise<unknown> {
    const side = await this.acquire(signal);
    const stallTimer = setTimeout(() => side.close(new ProcessStalled('The side process stalled.')), stallMs);
    const answer = side
      .ask(question)
      .catch((error: unknown) => {
        side.close();
        throw error;
      })
      .finally(() => {
        clearTimeout(stallTimer);
        this.release(side);
      });
    return unlessAborted(answer, signal);
  }

  /** Ends the idle processes; those in use end later, once released and idle. */
  close(): void {
    for (const { side, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      side.close();
    }
  }
}

/** The child's half: answers questions by `handle`, one after another, and ends when its parent is gone. */
export function answerQuestions(handle: (question: unknown) => unknown): void {
  let lastAnswer = Promise.resolve();
  process.on('message', (question) => {
    lastAnswer = lastAnswer.then(async () => {
      try {
        process.send?.({ body: await handle(question) });
      } catch (error) {
        process.send?.({ error: messageOf(error) });
      }
    });
  });
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches the whole group, but only the parent decides when this process ends.
  process.on('SIGINT', () => undefined);
  endWithParent();
  process.send?.({ body: 'loaded' });
}

/** Blocking work would not notice the closed channel, so a separate thread checks. */
function endWithParent(): void {
  const checkParent = `if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')`;
  new Worker(`setInterval(() => { ${checkParent} }, 1000)`, { eval: true }).unref();
}
