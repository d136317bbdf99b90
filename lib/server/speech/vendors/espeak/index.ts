import { spawn } from 'node:child_process';
import { AppError } from '../../../../contracts/errors.ts';
import type { Language } from '../../../../i18n/language.ts';
import { type PcmStream, openWav } from '../../read-wav.ts';

const ampersand: Record<Language, string> = { uz: ' va ', ru: ' и ', en: ' and ' };

/** Control characters (U+0001 begins an eSpeak NG command), signs of SSML and [[phonemes]], emoji. */
const notSpoken =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD<>[\]{}\\^|~`]|(?![\d#*])\p{Emoji}|[\u{1F1E6}-\u{1F1FF}\uFE0F\u20E3]/gu;

/** Makes a text safe for eSpeak NG: no commands in it. Its Uzbek voice accepts only ' as an apostrophe and stops at U+02BC. */
export function espeakText(text: string, language: Language): string {
  const wellFormed = text.toWellFormed();
  const plain = language === 'uz' ? wellFormed.replace(/[\u02BB\u02BC]/gu, "'") : wellFormed;
  return plain.replace(/&/gu, ampersand[language]).replace(notSpoken, ' ').replace(/\s+/gu, ' ').trim();
}

export interface VoiceEngineRequest {
  /** For eSpeak NG, the output of espeakText. */
  text: string;
  /** One of eSpeak NG's voices. A sherpa-onnx voice ignores it. */
  voice: string;
  language: Language;
  signal: AbortSignal | undefined;
}

/** Runs a voice: eSpeak NG as a program or in a side process, or a sherpa-onnx voice in a side process. */
export interface VoiceEngine {
  speak(request: VoiceEngineRequest): Promise<PcmStream>;
  warm(voice: string): Promise<void>;
}

/** eSpeak NG takes milliseconds per clause: if it gives nothing for this long it hangs, even on a busy machine. */
export const stallLimitMs = 30_000;

const maxComplaintCharacters = 500;

/** The running program's standard output. Leaving the iteration ends the process. */
async function* run(
  program: string,
  { text, voice, signal }: VoiceEngineRequest,
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
    complaint = (complaint + chunk).slice(0, maxComplaintCharacters);
  });
  // If the process ends before reading its text, its exit decides, not the broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);

  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  let isStalled = false;
  const watch = () =>
    setTimeout(() => {
      isStalled = true;
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
    if (isStalled) throw new AppError('speech_timeout');
    if ('error' in end) throw new AppError('speech_unavailable', { cause: end.error });
    if (end.code !== 0)
      throw new AppError('speech_failed', { cause: new Error(complaint.trim() || `exit code ${end.code}`) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

/**
 * Reads the program's output as it arrives.
 * @throws AppError speech_failed if it is no WAV file
 */
async function readWav(bytes: AsyncGenerator<Buffer, void, undefined>): Promise<PcmStream> {
  const wav = await openWav(bytes);
  if ('samples' in wav) return wav;
  await bytes.return();
  const output = wav.head.length === 0 ? 'no sound' : 'something else than a WAV file';
  throw new AppError('speech_failed', { detail: `eSpeak NG gave ${output}.` });
}

/** eSpeak NG as a program: one process per text, which writes sound while it reads. */
export function programEngine(program: string, stallMs = stallLimitMs): VoiceEngine {
  return {
    speak: (request) => readWav(run(program, request, stallMs)),
    warm: () => Promise.resolve(),
  };
}
