import { type CallState, type Said, type Step, say, set, stay } from './policy-state.ts';
import { silencesMax, timing } from './timing.ts';

/** Waits for an answer; a whole wait without one counts as a silence. */
export function awaitAnswer(call: CallState): Step {
  return { call: { ...call, isNoisy: false }, effects: [set('silence', answerMs(call))] };
}

function answerMs({ writes, hasMicrophone, waits }: CallState): number {
  return writes || !hasMicrophone ? waits.typedAnswerMs : waits.answerMs;
}

/** After a sound without words, asks again soon. It counts as a silence only after the whole wait. */
export function noise(call: CallState, isIgnored: boolean, { endedAtMs }: Said, atMs: number): Step {
  if (isIgnored || call.writes) return awaitAnswer(call);
  const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
  const soonMs = endedAtMs + call.waits.noiseMs - atMs;
  const restMs = answerMs(call) - waitedMs;
  return {
    call: { ...call, waitedMs, waitingSinceMs: atMs, isNoisy: soonMs < restMs },
    effects: [set('silence', Math.max(timing.minNoiseMs, Math.min(soonMs, restMs)))],
  };
}

export function silence(call: CallState, atMs: number): Step {
  if (call.said !== undefined) return stay(call);
  if (call.isNoisy) {
    const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
    return say({ ...call, waitedMs }, { type: 'ask_again' });
  }
  const silences = call.silences + 1;
  const next: CallState = { ...call, silences, waitedMs: 0 };
  if (silences >= silencesMax)
    return say(next, { type: 'goodbye', why: call.heardVisitor ? 'finished' : 'silent' });
  return say(next, { type: silences === 1 ? 'ask_again' : 'move_on' });
}

/** Restarts the wait for an answer: longer while the visitor types or has no microphone. */
export function restartWait(call: CallState, changed: Partial<CallState>, atMs: number): Step {
  const next: CallState = { ...call, ...changed };
  if (call.phase !== 'listening' || call.said !== undefined) return stay(next);
  return awaitAnswer({ ...next, waitingSinceMs: atMs, waitedMs: 0 });
}
