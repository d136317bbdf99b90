import { AppError } from '../../contracts/errors.ts';
import { wavHeader } from '../../wav.ts';
import { log } from '../platform/log.ts';

/** Half a second of sound. */
const minBatchBytes = 16_384;
/** The limit for the whole stream, so that a stalled listener releases the voice. */
const wholeTimeoutMs = 600_000;

interface StreamRules {
  /** Aborts the synthesis when nobody listens any more or the time is up. */
  stop: AbortController;
  /** The voice's time limit for each piece. A slow listener has none. */
  timeoutMs: number;
}

/**
 * Streams samples as a WAV file. Resolves at the first sound, so that earlier failures are error answers; later ones break the
 * stream.
 * @throws AppError speech_timeout if there is no sound in time, or what the samples throw
 */
export async function streamWav(
  speech: AsyncGenerator<Int16Array, void, undefined>,
  { stop, timeoutMs }: StreamRules,
): Promise<ReadableStream<Uint8Array>> {
  const samples = inBatches(speech);
  const giveUp = () => stop.abort(new AppError('speech_timeout'));
  const nextPiece = () => {
    const timer = setTimeout(giveUp, timeoutMs);
    return samples.next().finally(() => clearTimeout(timer));
  };
  const firstPiece = await nextPiece();
  let header: Uint8Array | undefined = wavHeader();
  let pendingPiece: Promise<IteratorResult<Uint8Array, void>> = Promise.resolve(firstPiece);
  const wholeTimer = setTimeout(giveUp, wholeTimeoutMs).unref();
  stop.signal.addEventListener('abort', () => void samples.return().catch(() => undefined));
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop.signal.addEventListener('abort', () => controller.error(stop.signal.reason));
    },
    async pull(controller) {
      try {
        if (header !== undefined) {
          controller.enqueue(header);
          header = undefined;
          return;
        }
        const { done, value } = await pendingPiece;
        if (done === true) {
          clearTimeout(wholeTimer);
          return controller.close();
        }
        controller.enqueue(value);
        pendingPiece = nextPiece();
        pendingPiece.catch(() => undefined);
      } catch (error) {
        clearTimeout(wholeTimer);
        if (!stop.signal.aborted) log.warn('speech_interrupted', {}, error);
        controller.error(error);
      }
    },
    cancel() {
      clearTimeout(wholeTimer);
      stop.abort();
    },
  });
}

/** Passes the first piece on at once, because the listener waits; batches the others. */
async function* inBatches(
  speech: AsyncGenerator<Int16Array, void, undefined>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let pieces: Int16Array[] = [];
  let bytes = 0;
  let batchBytes = 0;
  for await (const piece of speech) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes < batchBytes) continue;
    yield toBytes(pieces);
    pieces = [];
    bytes = 0;
    batchBytes = minBatchBytes;
  }
  if (bytes > 0) yield toBytes(pieces);
}

function toBytes(pieces: Int16Array[]): Uint8Array<ArrayBuffer> {
  return Buffer.concat(
    pieces.map((piece) => new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)),
  );
}
