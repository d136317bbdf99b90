import type { SpeakerName } from '../../contracts/call-events.ts';
import type { Passage } from '../../contracts/leads.ts';
import type { Analysis, Segment } from '../audio/analysis.ts';

/** Names of the two speakers in transcripts. */
export const speakerNames: Record<SpeakerName, string> = { agent: 'Agent', visitor: 'Visitor' };

/** The dialogue as text, one line per passage; null if nobody said anything. */
export function transcriptionOf(dialogue: Passage[]): string | null {
  const lines = dialogue.map(({ speaker, text }) => `${speakerNames[speaker]}: ${text || '…'}`);
  return lines.length === 0 ? null : lines.join('\n');
}

/** False if the models have nothing to read. */
export function hasVisitorWords(dialogue: Passage[]): boolean {
  return dialogue.some(({ speaker, text }) => speaker === 'visitor' && text);
}

function overlapS(a: Segment, b: Segment): number {
  return Math.max(0, Math.min(a.toS, b.toS) - Math.max(a.fromS, b.fromS));
}

/** Aligning takes the square of both numbers in steps. The beginning of a call suffices. */
const alignedTurns = 20;
const alignedSpans = 200;

/**
 * Finds the offset at which the turns reported by the agent's clock and the sound of its channel overlap most.
 * @returns seconds to add to the reported times; null if nothing overlaps
 */
export function recordingOffsetS(allReported: Segment[], allHeard: Segment[]): number | null {
  const reported = allReported.slice(0, alignedTurns);
  const heard = allHeard.slice(0, alignedSpans);
  let best: { offsetS: number; coveredS: number } | null = null;
  for (const turn of reported) {
    for (const span of heard) {
      const offsetS = span.fromS - turn.fromS;
      const coveredS = coverS(shift(reported, offsetS), heard);
      if (best === null || coveredS > best.coveredS) best = { offsetS, coveredS };
    }
  }
  return best === null || best.coveredS === 0 ? null : best.offsetS;
}

function shift(spans: Segment[], offsetS: number): Segment[] {
  return spans.map(({ fromS, toS }) => ({ fromS: fromS + offsetS, toS: toS + offsetS }));
}

function coverS(reported: Segment[], heard: Segment[]): number {
  return reported.reduce(
    (sum, turn) => sum + heard.reduce((covered, span) => covered + overlapS(turn, span), 0),
    0,
  );
}

/** A finished turn as the agent reported it; seconds on the agent's clock. */
export interface ReportedTurn extends Segment {
  speaker: SpeakerName;
  text: string | null;
  topic: string | null;
}

/** Silence shorter than this does not end a visitor's passage: people breathe and think. */
const pauseS = 1.2;

/** Builds the dialogue without a recording: the turns as reported, timed from the first one. */
export function reportedDialogue(turns: ReportedTurn[]): Passage[] {
  const startS = startOf(turns);
  return turns
    .toSorted((a, b) => a.fromS - b.fromS)
    .map((turn) => ({ ...turn, fromS: turn.fromS - startS, toS: turn.toS - startS, waitS: null }));
}

function startOf(turns: Segment[]): number {
  return turns.length === 0 ? 0 : Math.min(...turns.map(({ fromS }) => fromS));
}

/**
 * Builds the dialogue with a recording: reported turns at the times of their sound, and the visitor's other sound without words.
 */
export function recordedDialogue(turns: ReportedTurn[], heard: Analysis['speech']): Passage[] {
  const agentTurns = turns.filter((turn) => turn.speaker === 'agent');
  // If the agent's channel is silent, the first turn counts as the recording's start.
  const offsetS = recordingOffsetS(agentTurns, heard.agent) ?? -startOf(turns);
  const placedTurns = turns
    .map((turn) => ({ ...turn, fromS: turn.fromS + offsetS, toS: turn.toS + offsetS }))
    .toSorted((a, b) => a.fromS - b.fromS);
  const agent = placedTurns
    .filter((turn) => turn.speaker === 'agent')
    .map((turn): Passage => ({ ...turn, ...bounds(heard.agent, turn), waitS: null }));
  const visitorTurns = placedTurns.filter((turn) => turn.speaker === 'visitor');
  const shares = heard.visitor.flatMap((span) => divideSpan(span, visitorTurns));
  const wordedPassages = visitorTurns
    .filter(({ text }) => text !== null)
    .map((turn): Passage => {
      const ownShares = shares.filter((share) => share.turn === turn);
      const fromS = ownShares[0]?.fromS ?? turn.fromS;
      return { ...turn, fromS, toS: Math.max(fromS, ownShares.at(-1)?.toS ?? turn.toS), waitS: null };
    });
  const wordlessShares = shares.filter(({ turn }) => turn === undefined || turn.text === null);
  const wordlessPassages = joinPauses(wordlessShares, [...agent, ...wordedPassages]).map((span): Passage => ({
    ...span,
    speaker: 'visitor',
    text: null,
    topic:
      mostCovered(visitorTurns, span)?.topic ??
      agent.findLast(({ fromS }) => fromS <= span.fromS)?.topic ??
      null,
    waitS: null,
  }));
  return withWaits([...agent, ...wordedPassages, ...wordlessPassages].toSorted((a, b) => a.fromS - b.fromS));
}

/** The precision to which the two clocks are aligned. */
const slackS = 0.4;
/** A shorter turn was typed, so it has no sound. */
const shortestSpokenS = 0.1;

interface Share extends Segment {
  /** The turn that was spoken in it; undefined for sound without a reported turn. */
  turn?: ReportedTurn;
}

/** Divides a stretch of the visitor's sound among the turns that were spoken in it. */
function divideSpan(span: Segment, reported: ReportedTurn[]): Share[] {
  const spoken = reported.filter((turn) => turn.toS - turn.fromS >= shortestSpokenS);
  const inside = spoken.filter((turn) => overlapS(turn, span) > 0);
  const near = { fromS: span.fromS - slackS, toS: span.toS + slackS };
  const turns = inside.length > 0 ? inside : spoken.filter((turn) => overlapS(turn, near) > 0).slice(0, 1);
  const [first] = turns;
  const last = turns.at(-1);
  if (first === undefined || last === undefined) return [span];
  // Speech this long before or after the turns belongs to none of them.
  const fromS = first.fromS - span.fromS > pauseS ? first.fromS : span.fromS;
  const toS = span.toS - last.toS > pauseS ? last.toS : span.toS;
  let beganS = fromS;
  const shares = turns.map((turn, at): Share => {
    const nextTurn = turns[at + 1];
    const endsS =
      nextTurn === undefined ? toS : Math.min(toS, Math.max(beganS, (turn.toS + nextTurn.fromS) / 2));
    const share = { fromS: beganS, toS: endsS, turn };
    beganS = endsS;
    return share;
  });
  return [{ fromS: span.fromS, toS: fromS }, ...shares, { fromS: toS, toS: span.toS }].filter(
    (share) => share.toS > share.fromS,
  );
}

/** The median of the waits, in seconds; null without any. */
export function medianWaitS(passages: Passage[]): number | null {
  const waits = passages.flatMap((passage) => passage.waitS ?? []).toSorted((a, b) => a - b);
  const middle = Math.floor(waits.length / 2);
  const upper = waits[middle];
  if (upper === undefined) return null;
  return waits.length % 2 === 1 ? upper : ((waits[middle - 1] ?? upper) + upper) / 2;
}

/** A turn's borders in the recording, or as reported if no sound overlaps it. */
function bounds(heard: Segment[], turn: Segment): Segment {
  const inside = heard.filter((span) => overlapS(span, turn) > 0);
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) return { fromS: turn.fromS, toS: turn.toS };
  return { fromS: first.fromS, toS: last.toS };
}

/** Joins spans over short pauses, unless another passage began in the pause. */
function joinPauses(spans: Segment[], others: Passage[]): Segment[] {
  const joined: Segment[] = [];
  for (const { fromS, toS } of spans) {
    const last = joined.at(-1);
    const isInterrupted = others.some(
      (passage) => last && passage.fromS >= last.toS && passage.fromS < fromS,
    );
    if (last && fromS - last.toS < pauseS && !isInterrupted) last.toS = toS;
    else joined.push({ fromS, toS });
  }
  return joined;
}

function mostCovered<T extends Segment>(turns: T[], span: Segment): T | undefined {
  return turns
    .filter((turn) => overlapS(turn, span) > 0)
    .toSorted((a, b) => overlapS(b, span) - overlapS(a, span))[0];
}

/** Adds the wait before each answer. The greeting, answers to typed turns, and interruptions by the agent have none. */
function withWaits(passages: Passage[]): Passage[] {
  const greeting = passages.find(({ speaker }) => speaker === 'agent');
  return passages.map((passage, i) => {
    const previous = passages[i - 1];
    if (passage.speaker !== 'agent' || passage === greeting || previous?.speaker !== 'visitor')
      return passage;
    const isSpoken = previous.toS - previous.fromS >= shortestSpokenS;
    const waitS = passage.fromS - previous.toS;
    return isSpoken && waitS > 0 ? { ...passage, waitS } : passage;
  });
}
