import type { InterviewTopic, SpeakerName } from '../../contracts/call-events.ts';
import { overlapS, recordingOffsetS, type Span } from './align.ts';

/** A finished turn as the agent reported it; seconds on the agent's clock. */
export interface ToldTurn extends Span {
  speaker: SpeakerName;
  text: string | null;
  topic: InterviewTopic | null;
}

/** Where each voice is loud in the recording, in seconds of it. */
export interface HeardSpeech {
  visitor: Span[];
  agent: Span[];
}

/** One piece of the conversation as it is read and played; seconds of the recording, or of the call without one. */
export interface Passage extends Span {
  speaker: SpeakerName;
  text: string | null;
  topic: InterviewTopic | null;
  /** How long the visitor waited for it, in seconds; only for the agent's first words after the visitor's last. */
  waitS: number | null;
}

/** Silence shorter than this does not end a visitor's passage: people breathe and think. */
const pauseS = 1.2;

/** Without a recording: the turns as the agent told them, from the first one on. */
export function toldDialogue(turns: ToldTurn[]): Passage[] {
  const startS = Math.min(...turns.map((turn) => turn.fromS));
  return turns
    .toSorted((a, b) => a.fromS - b.fromS)
    .map((turn) => ({ ...turn, fromS: turn.fromS - startS, toS: turn.toS - startS, waitS: null }));
}

/**
 * With a recording: the agent's passages are what it said, at the time its channel plays them; the visitor's are what
 * their channel holds, with what the agent told of them where it told something.
 */
export function heardDialogue(turns: ToldTurn[], heard: HeardSpeech): Passage[] {
  const said = turns.filter((turn) => turn.speaker === 'agent');
  const offsetS = recordingOffsetS(said, heard.agent) ?? 0;
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

function withWaits(passages: Passage[]): Passage[] {
  return passages.map((passage, i) => {
    const before = passages[i - 1];
    const answers = passage.speaker === 'agent' && before?.speaker === 'visitor';
    return answers ? { ...passage, waitS: Math.max(0, passage.fromS - before.toS) } : passage;
  });
}
