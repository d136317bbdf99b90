import type { CheckedSentence, FixedSentence, SpokenSentence } from '@/lib/contracts/owner-voice';
import type { RequestFailure } from '@/lib/api-client';

/** An unsaved recording of a sentence, and how the agent would play it. */
export interface Take {
  /** The sentence that was read. The list may change before the take is saved. */
  sentence: SpokenSentence;
  file: Blob;
  name: string;
  sound: CheckedSentence;
}

export type SittingFault = 'denied' | 'cannot_record' | 'microphone' | RequestFailure;

/** One sitting at the microphone: the owner reads sentence after sentence. */
export interface Sitting {
  /** The index of the sentence to read; the number of sentences when none is left. */
  index: number;
  phase:
    | { name: 'ready'; fault?: SittingFault }
    | { name: 'opening' }
    | { name: 'recording' }
    | { name: 'checking' }
    | { name: 'checked'; take: Take; fault?: SittingFault }
    | { name: 'saving'; take: Take };
}

type SittingEvent =
  | { type: 'open' }
  | { type: 'opened' }
  | { type: 'recorded' }
  | { type: 'checked'; take: Take }
  | { type: 'save' }
  | { type: 'failed'; fault: SittingFault }
  | { type: 'cancel' }
  | { type: 'move'; to: number };

export function sittingReducer(sitting: Sitting, event: SittingEvent): Sitting {
  const { index, phase } = sitting;
  switch (event.type) {
    case 'open':
      return canRecord(sitting) ? { index, phase: { name: 'opening' } } : sitting;
    case 'opened':
      return phase.name === 'opening' ? { index, phase: { name: 'recording' } } : sitting;
    // A chosen file also arrives as recorded.
    case 'recorded':
      return phase.name === 'recording' || canRecord(sitting)
        ? { index, phase: { name: 'checking' } }
        : sitting;
    case 'checked':
      return phase.name === 'checking' ? { index, phase: { name: 'checked', take: event.take } } : sitting;
    case 'save':
      return phase.name === 'checked' ? { index, phase: { name: 'saving', take: phase.take } } : sitting;
    case 'failed': {
      const { fault } = event;
      if (phase.name === 'saving') return { index, phase: { name: 'checked', take: phase.take, fault } };
      return { index, phase: { name: 'ready', fault } };
    }
    case 'cancel':
      return { index, phase: { name: 'ready' } };
    case 'move':
      return { index: event.to, phase: { name: 'ready' } };
  }
}

/** True if nothing is under way. */
export function canRecord({ phase }: Sitting): boolean {
  return phase.name === 'ready' || phase.name === 'checked';
}

/** The index of the next sentence without a recording, else of the first before `after`. If there is none, the number of sentences. */
export function nextToRead(sentences: readonly FixedSentence[], after: number): number {
  const indexes = [...sentences.keys()];
  const canBeNext = (index: number) => index !== after && sentences[index]?.recording === null;
  return (
    indexes.find((index) => index > after && canBeNext(index)) ?? indexes.find(canBeNext) ?? sentences.length
  );
}
