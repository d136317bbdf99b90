import type { SampleCaption } from '../../contracts/sample.ts';

const cueTimes = /^([\d:.]+)\s+-->\s+([\d:.]+)/;
const voiceTag = /^<v(?:\.\S*)?\s+([^>]+)>/i;
/** Owners choose the names: every voice that is not the agent's is the visitor's. */
const agentNames = /^(agent|ovoz|агент)/i;

/** `01:02.500`, with or without hours, in seconds. */
function seconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Reads WebVTT. A cue says who speaks by `<v agent>` or `<v visitor>`. */
export function parseCaptions(vtt: string): SampleCaption[] {
  return vtt
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => cueTimes.test(line));
      const [, from = '', to = ''] = cueTimes.exec(lines[at] ?? '') ?? [];
      const words = lines
        .slice(at + 1)
        .join(' ')
        .trim();
      const [fromS, toS] = [seconds(from), seconds(to)];
      if (at === -1 || words === '' || !(toS > fromS)) return [];
      const name = voiceTag.exec(words)?.[1] ?? 'agent';
      const speaker: SampleCaption['speaker'] = agentNames.test(name.trim()) ? 'agent' : 'visitor';
      return [{ speaker, text: words.replace(/<[^>]*>/g, '').trim(), fromS, toS }];
    });
}

function clock(atS: number): string {
  const minutes = Math.floor(atS / 60);
  return `${String(minutes).padStart(2, '0')}:${(atS - minutes * 60).toFixed(3).padStart(6, '0')}`;
}

const header = /^WEBVTT made by (.*)/;

/** The voice that a synthesized sample names; null for an owner's recording. */
export function voiceOfCaptions(vtt: string): string | null {
  return header.exec(vtt)?.[1]?.trim() ?? null;
}

export function formatCaptions(captions: readonly SampleCaption[], voice: string): string {
  const cues = captions.map(
    ({ speaker, text, fromS, toS }) => `${clock(fromS)} --> ${clock(toS)}\n<v ${speaker}>${text}\n`,
  );
  return [`WEBVTT made by ${voice}\n`, ...cues].join('\n');
}
