import { AppError } from '../../contracts/errors.ts';
import { answerQuestions } from '../platform/side-process.ts';
import { Analyzer } from './analysis.ts';
import { type DecodingAnswer, decodingRequest } from './decode.ts';
import type { Samples } from './pcm.ts';
import { readBlocks } from './read-blocks.ts';

/**
 * Decodes strangers' recordings in a process that can be killed: a small file can hang a parser. It also isolates the AAC decoder's
 * GPL-2 licence.
 */

/** Seconds of sound in one answer. */
const answerS = 5;

interface OpenFile {
  blocks: AsyncGenerator<Samples[]>;
  answerSamples: number;
  analyzer: Analyzer | null;
}
let file: OpenFile | undefined;

async function decodeMore({ blocks, answerSamples, analyzer }: OpenFile): Promise<DecodingAnswer> {
  const answerBlocks: Samples[][] = [];
  let length = 0;
  while (length < answerSamples) {
    const result = await blocks.next();
    if (result.done)
      return { blocks: answerBlocks, ended: true, ...(analyzer && { analysis: analyzer.finish() }) };
    length += result.value[0]?.length ?? 0;
    if (analyzer) analyzer.push(result.value);
    else answerBlocks.push(result.value);
  }
  return { blocks: answerBlocks, ended: false };
}

answerQuestions(async (body): Promise<DecodingAnswer> => {
  const request = decodingRequest.parse(body);
  if (request !== 'more') {
    await file?.blocks.return(undefined);
    file = {
      blocks: readBlocks(request.bytes, request),
      answerSamples: answerS * request.rateHz,
      analyzer: request.want === 'analysis' ? new Analyzer() : null,
    };
  }
  try {
    return file === undefined ? { blocks: [], ended: true } : await decodeMore(file);
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'invalid_audio' && error.code !== 'too_large'))
      throw error;
    return { refusal: error.code, detail: error.message };
  }
});
