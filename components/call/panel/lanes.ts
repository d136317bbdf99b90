import type { Peaks } from '@/lib/contracts/leads';

/** Few enough for gaps between the bars on a phone. */
const barCount = 96;

/** Both voices of a recording as the player draws them: the loudest moment of each part, 0 to 255. */
export function lanesOf(voices: { voice: readonly number[]; agentVoice?: readonly number[] }): Peaks {
  const { voice, agentVoice = [] } = voices;
  return { visitor: loudestOf(voice), agent: loudestOf(agentVoice) };
}

function loudestOf(levels: readonly number[]): number[] {
  return Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / barCount);
    const until = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / barCount));
    const loudest = Math.max(0, ...levels.slice(from, until));
    return Math.round(Math.min(1, loudest) * 255);
  });
}
