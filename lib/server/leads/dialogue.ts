import type { SpeakerName } from '../../contracts/call-events.ts';
import type { Passage } from '../../contracts/leads.ts';

/** Names of the two speakers in transcripts that leave the page. */
export const speakerNames: Record<SpeakerName, string> = { agent: 'Agent', visitor: 'Visitor' };

/** A stretch of time, in seconds. */
export interface Span {
  fromS: number;
  toS: number;
}

function overlapS(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.toS, b.toS) - Math.max(a.fromS, b.fromS));
}

/**
 * How much later the same speech stands in the recording than on the agent's clock. The agent tells when it spoke, the
 * recording shows when its channel was loud; the offset at which both cover each other best is the one. The two clocks
 * belong to different machines, so no timestamp is trusted.
 * @param told what the agent says it spoke, seconds on its own clock
 * @param heard what its channel holds, seconds of the recording
 * @returns seconds to add to `told`; null when there is nothing to hold together
 */
export function recordingOffsetS(told: Span[], heard: Span[]): number | null {
  let best: { offsetS: number; coveredS: number } | null = null;
  for (const turn of told) {
    for (const span of heard) {
      const offsetS = span.fromS - turn.fromS;
      const coveredS = coverS(shift(told, offsetS), heard);
      if (best === null || coveredS > best.coveredS) best = { offsetS, coveredS };
    }
  }
  return best === null || best.coveredS === 0 ? null : best.offsetS;
}

function shift(spans: Span[], offsetS: number): Span[] {
  return spans.map(({ fromS, toS }) => ({ fromS: fromS + offsetS, toS: toS + offsetS }));
}

function coverS(told: Span[], heard: Span[]): number {
  return told.reduce(
    (sum, turn) => sum + heard.reduce((covered, span) => covered + overlapS(turn, span), 0),
    0,
  );
}

/** A finished turn as the agent reported it; seconds on the agent's clock. */
export interface ToldTurn extends Span {
  speaker: SpeakerName;
  text: string | null;
  topic: string | null;
}

/** Speech segments of each voice, in seconds of the recording. */
export interface HeardSpeech {
  visitor: Span[];
  agent: Span[];
}

/** Silence shorter than this does not end a visitor's passage: people breathe and think. */
const pauseS = 1.2;

/** Without a recording: the turns as the agent told them, from the first one on. */
export function toldDialogue(turns: ToldTurn[]): Passage[] {
  const startS = startOf(turns);
  return turns
    .toSorted((a, b) => a.fromS - b.fromS)
    .map((turn) => ({ ...turn, fromS: turn.fromS - startS, toS: turn.toS - startS, waitS: null }));
}

function startOf(turns: Span[]): number {
  return turns.length === 0 ? 0 : Math.min(...turns.map(({ fromS }) => fromS));
}

/**
 * With a recording: the agent's passages are what it said, at the time its channel plays them; the visitor's are what
 * their channel holds, with what the agent told of them where it told something.
 */
export function heardDialogue(turns: ToldTurn[], heard: HeardSpeech): Passage[] {
  const said = turns.filter((turn) => turn.speaker === 'agent');
  // With a silent agent channel, its first turn counts as the recording's start.
  const offsetS = recordingOffsetS(said, heard.agent) ?? -startOf(turns);
  const placed = turns.map((turn) => ({ ...turn, fromS: turn.fromS + offsetS, toS: turn.toS + offsetS }));
  const agent = placed
    .filter((turn) => turn.speaker === 'agent')
    .map((turn): Passage => ({ ...turn, ...bounds(heard.agent, turn), waitS: null }));
  const visitor = joinPauses(heard.visitor, agent).map((span): Passage => {
    const told = mostCovered(
      placed.filter((turn) => turn.speaker === 'visitor'),
      span,
    );
    const asked = agent.findLast((passage) => passage.fromS <= span.fromS);
    return {
      ...span,
      speaker: 'visitor',
      text: told?.text ?? null,
      topic: told?.topic ?? asked?.topic ?? null,
      waitS: null,
    };
  });
  return withWaits([...agent, ...visitor].toSorted((a, b) => a.fromS - b.fromS));
}

/** The middle one of the waits, in seconds; null if the agent never answered anything. */
export function medianWaitS(passages: Passage[]): number | null {
  const waits = passages.flatMap((passage) => passage.waitS ?? []).toSorted((a, b) => a - b);
  const middle = Math.floor(waits.length / 2);
  const upper = waits[middle];
  if (upper === undefined) return null;
  return waits.length % 2 === 1 ? upper : ((waits[middle - 1] ?? upper) + upper) / 2;
}

/** A turn's exact borders as its channel plays it; as it was told where the channel is silent. */
function bounds(heard: Span[], turn: Span): Span {
  const inside = heard.filter((span) => overlapS(span, turn) > 0);
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) return { fromS: turn.fromS, toS: turn.toS };
  return { fromS: first.fromS, toS: last.toS };
}

/** Joins spans over short pauses, unless the agent began to speak in the pause. */
function joinPauses(spans: Span[], agent: Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const interrupted = agent.some(
      (passage) => last && passage.fromS >= last.toS && passage.fromS < span.fromS,
    );
    if (last && span.fromS - last.toS < pauseS && !interrupted) last.toS = span.toS;
    else joined.push({ ...span });
  }
  return joined;
}

function mostCovered<T extends Span>(turns: T[], span: Span): T | undefined {
  return turns
    .filter((turn) => overlapS(turn, span) > 0)
    .toSorted((a, b) => overlapS(b, span) - overlapS(a, span))[0];
}

/** The greeting answers nobody, whoever spoke before it. */
function withWaits(passages: Passage[]): Passage[] {
  const greeting = passages.find(({ speaker }) => speaker === 'agent');
  return passages.map((passage, i) => {
    const before = passages[i - 1];
    const answers = passage.speaker === 'agent' && passage !== greeting && before?.speaker === 'visitor';
    return answers ? { ...passage, waitS: Math.max(0, passage.fromS - before.toS) } : passage;
  });
}
