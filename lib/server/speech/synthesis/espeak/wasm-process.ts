/**
 * The npm build of eSpeak NG as a process of its own: its licence (GPL-3) ends at this process's border, and
 * its work, which can't be interrupted, holds up nobody else. It lives as long as the process that forked it
 * keeps the channel open.
 */
import load from '@echogarden/espeak-ng-emscripten';
import { wasmRequest, type WasmAnswer } from './wasm-messages.ts';

const { eSpeakNGWorker: Worker } = await load();
const worker = new Worker();
const sampleRateHz = worker.get_samplerate();

function speak(text: string, voice: string): Int16Array<ArrayBuffer> {
  worker.set_voice(voice, voice);
  const pieces: Int16Array[] = [];
  worker.synthesize(text, (samples) => {
    pieces.push(samples);
    return false;
  });
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function answer(message: unknown): void {
  const { id, voice, text } = wasmRequest.parse(message);
  const reply = (content: WasmAnswer, then = () => {}) => process.send?.(content, undefined, undefined, then);
  try {
    reply({ id, sampleRateHz, samples: speak(text, voice) });
  } catch (error) {
    // After a fault of the machine its memory can't be trusted; a fresh process is started for the next text.
    const broken = error instanceof WebAssembly.RuntimeError;
    reply({ id, error: String(error) }, broken ? () => process.exit(1) : undefined);
  }
}

process.on('message', answer);
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the one that forked us decides when we are done.
process.on('SIGINT', () => undefined);
