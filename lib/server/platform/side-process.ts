import { type ChildProcess, type Serializable, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

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

/** The child's half: answers questions by `handle`, one after another, and ends when its parent is gone. */
export function answerQuestions(handle: (question: unknown) => unknown): void {
  let lastAnswer = Promise.resolve();
  process.on('message', (question) => {
    lastAnswer = lastAnswer.then(async () => {
      try {
        process.send?.({ body: await handle(question) });
      } catch (error) {
        process.send?.({ error: error instanceof Error ? error.message : String(error) });
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
