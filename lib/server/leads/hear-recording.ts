import { decodeChannels } from '../audio/decode.ts';
import type { Samples } from '../audio/pcm.ts';
import { speechSegments } from '../audio/speech-segments.ts';
import type { HeardSpeech } from '../dialogue/dialogue.ts';
import { storage } from '../storage/index.ts';
import { AppError } from '../../errors.ts';
import { waveform } from './waveform.ts';

/** A call is closed by the agent long before; a longer file is not ours. */
const maxDurationS = 2 * 3600;
/** The exact borders of what was said, since waits are measured between them. */
const exact = { padS: 0 };

/** What the channels of a stored recording hold: the visitor on the left, the agent on the right. */
export interface HeardRecording {
  visitor: Samples;
  speech: HeardSpeech;
  /** The visitor's waveform and then the agent's, equally long. */
  peaks: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a recording from the storage. One with a single channel, as a plain client sends it, counts as the visitor's.
 * @throws AppError audio_not_found, invalid_audio, too_large, storage_failed
 */
export async function hearRecording(key: string): Promise<HeardRecording> {
  const stream = await storage().get(key);
  if (stream === null) throw new AppError('audio_not_found');
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const [visitor, agent] = await decodeChannels(bytes, { maxDurationS });
  if (visitor === undefined) throw new AppError('invalid_audio');
  const agentSamples = agent ?? new Int16Array(visitor.length);
  return {
    visitor,
    speech: {
      visitor: speechSegments(visitor, { ...exact, beside: agentSamples }),
      agent: speechSegments(agentSamples, { ...exact, beside: visitor }),
    },
    peaks: Uint8Array.from([...waveform(visitor), ...waveform(agentSamples)]),
  };
}
