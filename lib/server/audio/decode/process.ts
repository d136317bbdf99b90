import { AppError } from '../../../contracts/errors.ts';
import { answerQuestions } from '../../platform/side-process.ts';
import { type Samples, pcmRateHz } from '../pcm.ts';
import { readBlocks } from './blocks.ts';
import { decodingRequest, type DecodingAnswer } from './messages.ts';

/**
 * The decoding process. Recordings come from strangers, and a file of three kilobytes can send a parser round for
 * ever: here that holds up nobody, and the one who asked ends it. The AAC decoder's licence (GPL-2) ends at its border.
 */

/** So much sound goes into one answer. */
const answerSamples = 5 * pcmRateHz;

let file: AsyncGenerator<Samples[]> | undefined;

async function more(): Promise<DecodingAnswer> {
  const blocks: Samples[][] = [];
  let length = 0;
  while (file && length < answerSamples) {
    const next = await file.next();
    if (next.done) return { blocks, ended: true };
    blocks.push(next.value);
    length += next.value[0]?.length ?? 0;
  }
  return { blocks, ended: false };
}

answerQuestions(async (body): Promise<DecodingAnswer> => {
  const request = decodingRequest.parse(body);
  if (request === 'ready') return { blocks: [], ended: false };
  if (request !== 'more') {
    await file?.return(undefined);
    file = readBlocks(request.bytes, request.maxDurationS);
  }
  try {
    return await more();
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'invalid_audio' && error.code !== 'too_large'))
      throw error;
    return { refusal: error.code, detail: error.message };
  }
});
