import { AppError } from '../../../../contracts/errors.ts';
import { ProcessPool, ProcessStalled, SideProcess } from '../../../platform/side-process.ts';
import { sentences } from '../../tts-pieces.ts';
import type { PcmStream } from '../../read-wav.ts';
import { type VoiceEngine, type VoiceEngineRequest, stallLimitMs } from './index.ts';
import { type Sound, type SpeakRequest, sound } from './voice-messages.ts';

const processScript = 'lib/server/speech/vendors/espeak/wasm-process.ts';
/** The process takes 130 MB, so it ends when idle. */
const idleLimitMs = 120_000;

export function startWasm(): SideProcess {
  return new SideProcess(processScript);
}

/** Pieces are short, so that a long text does not block others. */
const pieceCharacters = 200;

/** eSpeak NG's npm build: needs no installation, has the same voices, takes about twice the time. */
export const wasmEngine = (start = startWasm): VoiceEngine => processEngine(start);

/** A voice in its own process, shared by all texts, one sentence at a time. */
export function processEngine(start: () => SideProcess): VoiceEngine {
  const pool = new ProcessPool(start, { size: 1, idleMs: idleLimitMs });
  let hasSpoken = false;

  async function speak(request: SpeakRequest, signal: AbortSignal | undefined): Promise<Sound> {
    try {
      const spoken = sound.parse(await pool.ask(request, { stallMs: stallLimitMs, signal }));
      hasSpoken = true;
      return spoken;
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof ProcessStalled) throw new AppError('speech_timeout', { cause });
      throw new AppError(hasSpoken ? 'speech_failed' : 'speech_unavailable', { cause });
    }
  }

  async function* soundsOf(
    first: Sound,
    pieces: Iterator<string>,
    { voice, signal }: VoiceEngineRequest,
  ): AsyncGenerator<Int16Array, void, undefined> {
    let sound = first;
    for (;;) {
      const piece = pieces.next();
      // Synthesizes exactly one piece ahead.
      const nextSound = piece.done === true ? undefined : speak({ voice, text: piece.value }, signal);
      nextSound?.catch(() => undefined);
      yield sound.samples;
      if (nextSound === undefined) return;
      sound = await nextSound;
    }
  }

  return {
    async speak(request): Promise<PcmStream> {
      request.signal?.throwIfAborted();
      const pieces = sentences(request.text, request.language, pieceCharacters);
      const piece = pieces.next();
      if (piece.done === true) throw new AppError('speech_failed', { detail: 'The text is empty.' });
      const first = await speak({ voice: request.voice, text: piece.value }, request.signal);
      return { sampleRateHz: first.sampleRateHz, samples: soundsOf(first, pieces, request) };
    },

    async warm(voice) {
      await speak({ voice, text: 'a' }, undefined).catch(() => undefined);
    },
  };
}
