import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { parseJson } from '../../body.ts';
import { askVendor } from '../../vendor.ts';
import { refuse } from '../refusal.ts';
import type { PieceCall } from './pieces.ts';

/** A text of five minutes is some kilobytes. */
const maxAnswerBytes = 1024 * 1024;

/** What all of them answer, among other things. */
const answer = z.object({ text: z.string().transform(storable) });

/** Postgres keeps any text but U+0000 and halves of characters. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Posts a form with a recording to a vendor and gives the text it heard.
 * @throws AppError speech_failed or speech_timeout, or the reason of the call's signal
 */
export async function askForText(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  { signal, timeoutMs }: PieceCall,
): Promise<string> {
  const request = () => new Request(url, { method: 'POST', headers, body: form, redirect: 'error' });
  const { bytes } = await askVendor(request, { timeoutMs, signal, maxBytes: maxAnswerBytes }).catch(refuse);
  try {
    return answer.parse(parseJson(bytes)).text;
  } catch (cause) {
    throw new AppError('speech_failed', {
      detail: 'The speech service answered with something else than a text.',
      cause,
    });
  }
}
