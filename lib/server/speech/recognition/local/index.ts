import { AppError } from '../../../../errors.ts';
import { SideProcess } from '../../../side-process.ts';
import type { PieceCall } from '../pieces.ts';
import { transcribePieces } from '../pieces.ts';
import type { Recognizer } from '../recognizer.ts';
import type { HearRequest } from './messages.ts';
import { hearAnswer } from './messages.ts';
import { modelFiles } from './model-folder.ts';

const script = 'lib/server/speech/recognition/local/process.ts';
/** Memory grows with the square of the length in most models. */
const longestS = 30;

/** A sherpa-onnx model in a folder, run on this machine in a process of its own; loaded at the first use, and then kept. */
export function localRecognizer(folder: string): Recognizer {
  let side: SideProcess | undefined;
  let starting: Promise<SideProcess> | undefined;

  const model = async (): Promise<SideProcess> => {
    if (side?.alive) return side;
    starting ??= start(folder).finally(() => (starting = undefined));
    return (side = await starting);
  };

  /** Whoever gives up stops waiting. Work without end is ended with its process, and the next caller gets a new one. */
  const hear = async (request: HearRequest, { signal, timeoutMs }: PieceCall): Promise<string> => {
    const late = AbortSignal.timeout(timeoutMs);
    const heard = model().then((process) => process.ask(request));
    try {
      return hearAnswer.parse(await Promise.race([heard, aborted(AbortSignal.any([signal, late]))])).text;
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof AppError) throw cause;
      if (!late.aborted) throw new AppError('speech_failed', { cause });
      side?.close();
      throw new AppError('speech_timeout', { cause });
    }
  };

  return {
    name: 'local',
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, overlap: 1 }, (piece, call) =>
        hear({ samples: piece, language: call.language }, call),
      ),
  };
}

async function start(folder: string): Promise<SideProcess> {
  await modelFiles(folder).catch((cause: unknown) => {
    throw new AppError('speech_unavailable', {
      detail: 'STT_MODEL_DIR holds no model that can be used.',
      cause,
    });
  });
  const side = new SideProcess(script, [folder]);
  try {
    await side.ask('ready' satisfies HearRequest);
    return side;
  } catch (cause) {
    side.close();
    throw new AppError('speech_unavailable', { detail: 'The speech model cannot be loaded.', cause });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
