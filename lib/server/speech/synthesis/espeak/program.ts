import { spawn } from 'node:child_process';
import { AppError } from '../../../../errors.ts';
import { readWav } from '../../pcm/read-wav.ts';
import { STALL_MS, type EspeakEngine, type EspeakRequest } from './engine.ts';

const MAX_COMPLAINT_CHARACTERS = 500;

/** The program's standard output while it runs. Whoever leaves the iteration ends the process. */
async function* run(
  program: string,
  { text, voice, signal }: EspeakRequest,
  stallMs: number,
): AsyncGenerator<Buffer, void, undefined> {
  signal?.throwIfAborted();
  const child = spawn(program, ['-v', voice, '-b', '1', '--stdin', '--stdout'], { windowsHide: true });
  const ended = new Promise<{ code: number | null } | { error: Error }>((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('close', (code) => resolve({ code }));
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(0, MAX_COMPLAINT_CHARACTERS);
  });
  // A process that ends before it has read its text is judged by its exit, not by the broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);

  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  let stalled = false;
  const watch = () =>
    setTimeout(() => {
      stalled = true;
      kill();
    }, stallMs);
  let timer = watch();
  try {
    for await (const chunk of child.stdout) {
      clearTimeout(timer);
      yield chunk;
      timer = watch();
    }
    const end = await ended;
    signal?.throwIfAborted();
    if (stalled) throw new AppError('speech_timeout');
    if ('error' in end) throw new AppError('speech_unavailable', { cause: end.error });
    if (end.code !== 0)
      throw new AppError('speech_failed', { cause: new Error(complaint.trim() || `exit code ${end.code}`) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

/** eSpeak NG as a program: one process a text, which writes sound while it reads on. */
export function programEngine(program: string, stallMs = STALL_MS): EspeakEngine {
  return {
    speak: (request) => readWav(run(program, request, stallMs)),
    warm: () => Promise.resolve(),
  };
}
