import type { llm } from '@livekit/agents';
import type { Topic } from '../../../lib/contracts/interview.ts';

/** Silence after which a turn is over, from the last voiced moment, ms. What speculation hides costs nothing. */
export const endpointing = {
  /** Where a few words are the whole answer: a name, yes or no. */
  shortMs: 350,
  openMs: 600,
  /** Where the words themselves say that more is coming. */
  unfinishedMs: 1_500,
};

/** How long a visitor who answers this topic may be silent within a turn. */
export function silenceAfter(topic: Topic | undefined): number {
  return topic?.short === true ? endpointing.shortMs : endpointing.openMs;
}

/** Short words that lead somewhere: who stops after one of them has not finished. */
const leading = new Set(
  [
    'va lekin ammo chunki yaʼni bilan uchun yoki agar hamda masalan menga bizga men biz keyin shunda ham esa deb u bu',
    'и а но или что чтобы потому если когда который например мне нам я мы для с в на по то есть ещё у к как',
    'and but or because so that if when which for with to the a an i we my our like then of in um uh',
    'eee mmm hmm э эм ээ ммм',
  ].flatMap((words) => words.split(' ')),
);

const dangling = /(?:[,;:–—-]|\.{3}|…)$/u;

/** Whether an utterance breaks off in its middle, by its last word or mark. */
export function isUnfinished(text: string): boolean {
  const said = text
    .trim()
    .replaceAll(/[ʻʼ'`’‘]/gu, 'ʼ')
    .toLowerCase();
  if (said === '' || said === '…') return false;
  if (dangling.test(said)) return true;
  const last = /[\p{L}ʼ]+$/u.exec(said.replace(/[.]$/u, ''))?.[0];
  return last !== undefined && leading.has(last);
}

/** End of turn from words, for AgentSession: an unfinished utterance is waited for longer. */
const wordTurnDetector = {
  model: 'words',
  provider: 'ovoz',
  unlikelyThreshold: async (): Promise<number> => 0.5,
  supportsLanguage: async (): Promise<boolean> => true,
  predictEndOfTurn: async (chatCtx: llm.ChatContext): Promise<number> => {
    const last = chatCtx.items.findLast((item) => item.type === 'message' && item.role === 'user');
    const text = last?.type === 'message' ? (last.textContent ?? '') : '';
    return isUnfinished(text) ? 0 : 1;
  },
};

/** Barge-in threshold in ms of voice, a window above "ha" and «угу»; the words decide whether the agent goes on. */
export const pauseAfterMs = 352;
/** Delay before the agent resumes after a false interruption: a backchannel, or noise without words. */
const falseInterruptionMs = 300;

/** Of an AgentSession. All is given explicitly: the defaults take LiveKit's cloud where credentials for it are found. */
export const turnHandling = {
  turnDetection: wordTurnDetector,
  endpointing: { mode: 'fixed', minDelay: endpointing.shortMs, maxDelay: endpointing.unfinishedMs },
  interruption: {
    mode: 'vad',
    minDuration: pauseAfterMs,
    minWords: 0,
    falseInterruptionTimeout: falseInterruptionMs,
    resumeFalseInterruption: true,
    // Speech over the notice is answered after it.
    discardAudioIfUninterruptible: false,
  },
  preemptiveGeneration: { enabled: true, preemptiveTts: true, maxSpeechDuration: 60_000, maxRetries: 6 },
} as const;
