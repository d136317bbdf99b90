import { AppError } from '../../../../errors.ts';
import type { SideProcess } from '../../../side-process.ts';
import type { PcmStream } from '../../pcm/read-wav.ts';
import { sentences } from '../sentences.ts';
import type { EspeakEngine, EspeakRequest } from './engine.ts';
import { SharedProcess, startWasm } from './shared-process.ts';
import type { Sound } from './messages.ts';

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
