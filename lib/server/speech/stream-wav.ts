import { AppError } from '../../errors.ts';
import { wavHeader } from '../audio/wav.ts';
import { log } from '../log.ts';

interface StreamRules {
  /** Aborted when nobody listens any more, or the time is up: it ends the work behind the samples. */
  gone: AbortController;
  timeoutMs: number;
}

/**
 * Samples as a WAV file that is sent while it is made. Returns with the first sound, so that what fails before it can still
 * be answered with an error; what fails later breaks the stream off.
 * @throws AppError speech_timeout if there is no sound in time, or what the samples throw
 */
export async function streamWav(
  samples: AsyncGenerator<Int16Array, void, undefined>,
  { gone, timeoutMs }: StreamRules,
): Promise<ReadableStream<Uint8Array>> {
  const timer = setTimeout(() => gone.abort(new AppError('speech_timeout')), timeoutMs);
  const end = () => clearTimeout(timer);
  const first = await samples.next().catch((error: unknown) => {
    end();
    throw error;
  });
  let header: Uint8Array | undefined = wavHeader();
  let next: Promise<IteratorResult<Int16Array, void>> = Promise.resolve(first);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (header !== undefined) {
          controller.enqueue(header);
          header = undefined;
          return;
        }
        const { done, value } = await next;
        if (done === true) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
        next = samples.next();
        next.catch(() => undefined);
      } catch (error) {
        end();
        if (!gone.signal.aborted) log.warn('speech_broke_off', {}, error);
        controller.error(error);
      }
    },
    async cancel() {
      end();
      gone.abort();
      await samples.return().catch(() => undefined);
    },
  });
}
