import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import type { Samples } from '../../audio/pcm.ts';
import { wavFile } from '../../../wav.ts';
import { parseJson } from '../../http/body.ts';
import { storable } from '../../platform/storable.ts';
import { VendorFault, askVendor } from '../../platform/vendor.ts';
import type { PieceRequest } from '../stt-pieces.ts';

const details: Record<number, string> = {
  401: 'The speech service does not accept our key.',
  402: 'The speech service asks for payment.',
  403: 'The speech service does not accept our key.',
  413: 'The request is too large for the speech service.',
  429: 'The speech service is busy; try again later.',
};

/** Maps a speech vendor's fault to our errors; anything else is rethrown. */
export function throwSpeechError(fault: unknown): never {
  if (!(fault instanceof VendorFault)) throw fault;
  if (fault.kind === 'timeout') throw new AppError('speech_timeout', { cause: fault });
  const { status, retryAfterS } = fault;
  const detail = status === undefined ? undefined : details[status];
  const isRefused = fault.kind === 'refused' && status !== undefined;
  throw new AppError(isRefused ? 'speech_refused' : 'speech_failed', { detail, retryAfterS, cause: fault });
}

/** A form with a recording as a WAV file, which every vendor reads, and further fields. */
export function wavForm(fileField: string, samples: Samples, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(fileField, new Blob([wavFile(samples)], { type: 'audio/wav' }), 'recording.wav');
  return form;
}

/** A text of five minutes is some kilobytes. */
const maxAnswerBytes = 1024 * 1024;

/** The field that all vendors answer with. */
const answer = z.object({ text: z.string().transform(storable) });

/**
 * Posts a form with a recording to a vendor and returns the recognised text.
 * @throws AppError speech_failed, speech_refused or speech_timeout, or the reason of the signal
 */
export async function askForText(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  { signal, timeoutMs, maxTries }: PieceRequest,
): Promise<string> {
  // Sends bytes, because an aborted form stream of fetch throws where nobody can catch it.
  const encoded = new Response(form);
  const body = await encoded.bytes();
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
  const request = () =>
    new Request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
      redirect: 'error',
    });
  const { bytes } = await askVendor(request, { timeoutMs, maxTries, signal, maxBytes: maxAnswerBytes }).catch(
    throwSpeechError,
  );
  try {
    return answer.parse(parseJson(bytes)).text;
  } catch (cause) {
    throw new AppError('speech_failed', {
      detail: 'The speech service answered with something else than a text.',
      cause,
    });
  }
}
