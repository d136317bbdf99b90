import { expect, type APIRequestContext } from '@playwright/test';
import type { Lead } from '../../lib/contracts/leads.ts';
import { decodeBlocks } from '../../lib/server/audio/decode.ts';
import { durationS as lengthS, joinSamples, pcmRateHz, type Samples } from '../../lib/server/audio/pcm.ts';
import { speechSegments, type Segment, frameLevels, silenceDb } from '../../lib/server/audio/analysis.ts';
import { recordedLead } from './leads-of-phone.ts';

/** A stored recording with the speech segments of each channel. */
export interface RecordedConversation {
  durationS: number;
  visitor: ChannelMeasures;
  agent: ChannelMeasures;
}

export interface ChannelMeasures {
  segments: Segment[];
  /** The 95th percentile of the frame levels, in dB of full scale. A maximum would count the ms that Opus leaks from the other channel. */
  level95Db: (stretch: Segment) => number;
}

export async function storedConversation(
  request: APIRequestContext,
  lead: Lead,
): Promise<RecordedConversation> {
  const response = await request.get(`/api/leads/${lead._id}/audio`);
  expect(response.status()).toBe(200);
  const blocks = await Array.fromAsync(decodeBlocks(await response.body(), { maxDurationS: 900 }));
  if (blocks[0]?.length !== 2) throw new Error(`${blocks[0]?.length} channels`);
  const [left, right] = [0, 1].map((channel) => joinSamples(blocks.flatMap((block) => block[channel] ?? [])));
  if (!left || !right) throw new Error('no sound');
  return { durationS: lengthS(left), visitor: measure(left), agent: measure(right) };
}

/** Waits for the recording of the one call from a phone, and returns its length. */
export async function recordedLengthS(request: APIRequestContext, phone: string): Promise<number> {
  return (await storedConversation(request, await recordedLead(request, phone))).durationS;
}

function measure(samples: Samples): ChannelMeasures {
  return {
    segments: speechSegments(samples),
    level95Db: ({ fromS, toS }) => {
      const levels = frameLevels(samples.subarray(fromS * pcmRateHz, toS * pcmRateHz)).sort();
      return levels[Math.floor(levels.length * 0.95)] ?? silenceDb;
    },
  };
}

/** Stretches in which only the speaker speaks, long enough to measure and away from the listener's speech. */
export function stretchesOfOneVoice(speaker: ChannelMeasures, listener: ChannelMeasures): Segment[] {
  const marginS = 0.2;
  const shortestS = 0.5;
  let stretches = speaker.segments;
  for (const { fromS, toS } of listener.segments)
    stretches = stretches.flatMap((stretch) => [
      { fromS: stretch.fromS, toS: Math.min(stretch.toS, fromS - marginS) },
      { fromS: Math.max(stretch.fromS, toS + marginS), toS: stretch.toS },
    ]);
  return stretches.filter(({ fromS, toS }) => toS - fromS >= shortestS);
}
