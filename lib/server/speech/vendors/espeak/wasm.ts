import { AppError } from '../../../../contracts/errors.ts';
import { ProcessPool, ProcessStalled } from '../../../platform/process-pool.ts';
import { SideProcess } from '../../../platform/side-process.ts';
import { sentences } from '../../tts-pieces.ts';
import { type EspeakEngine, type EspeakRequest, type PcmStream, stallLimitMs } from './index.ts';
import { type Sound, type SpeakRequest, sound } from './voice-messages.ts';

const processScript = 'lib/server/speech/vendors/espeak/wasm-process.ts';
/** The process keeps 130 MB: it goes when nobody has spoken for a while. */
const idleLimitMs = 120_000;

export function startWasm(): SideProcess {
  return new SideProcess(processScript);
}

/** Short enough that a text of thousands of characters doesn't keep the others waiting. */
const pieceCharacters = 200;

/** eSpeak NG as the npm build: no installation, the same voices, about twice the time. */
export const wasmEngine = (start = startWasm): EspeakEngine => processEngine(start);

/** A voice in a process of its own that speaks a sentence at a time, shared by all who speak. */
export function processEngine(start: () => SideProcess): EspeakEngine {
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

  async function* following(
    first: Sound,
    pieces: Iterator<string>,
    { voice, signal }: EspeakRequest,
  ): AsyncGenerator<Int16Array, void, undefined> {
    let sound = first;
    for (;;) {
      const piece = pieces.next();
      // The next piece is made while this one is taken, and no more than that one.
      const next = piece.done === true ? undefined : speak({ voice, text: piece.value }, signal);
      next?.catch(() => undefined);
      yield sound.samples;
      if (next === undefined) return;
      sound = await next;
    }
  }

  return {
    async speak(request): Promise<PcmStream> {
      request.signal?.throwIfAborted();
      const pieces = sentences(request.text, request.language, pieceCharacters);
      const piece = pieces.next();
      if (piece.done === true) throw new AppError('speech_failed', { detail: 'The text is empty.' });
      const first = await speak({ voice: request.voice, text: piece.value }, request.signal);
      return { sampleRateHz: first.sampleRateHz, samples: following(first, pieces, request) };
    },

    async warm(voice) {
      await speak({ voice, text: 'a' }, undefined).catch(() => undefined);
    },
  };
}
