import { fallbackLanguage } from '@/lib/i18n/language';
import { wasInCall } from './after-call';
import { isCallOn, openCall } from './entry';
import { type BrokenOffCall, brokenOffCall, endBrokenOff } from './recording/outbox';
import { mayPass, requestToken } from './request-token';

/** A network that has just come back may fail once more; the agent waits for a quarter of a minute. */
const retryDelaysMs = [1000, 2000, 4000];

/**
 * Goes back into the call that the page was in before it was reloaded or crashed. What cannot be gone back into, and what an earlier visit
 * could not send, is sent.
 */
export async function rejoinCall(): Promise<void> {
  const before = await brokenOffCall();
  if (before === null) return send();
  if (!(await goBackInto(before))) await leaveBehind(before);
}

async function leaveBehind(before: BrokenOffCall): Promise<void> {
  await endBrokenOff(before);
  // The card of a call that this tab was in a moment ago; another call that has begun meanwhile has its own.
  await send((room) => room === before.room && !isCallOn());
}

async function send(isShown?: (room: string) => boolean): Promise<void> {
  const { recoverRecordings } = await import('./recording/deliver');
  await recoverRecordings(isShown);
}

async function goBackInto(before: BrokenOffCall): Promise<boolean> {
  const { phone, language = fallbackLanguage, typing } = before;
  const request = { phone, language, typing };
  for (const delayMs of [...retryDelaysMs, null]) {
    const answer = await requestToken(request, before.room);
    if (answer.ok) {
      const back = { grant: answer.token, before };
      // A microphone is not opened by itself in a tab that is new: the other one may have been closed to end the call.
      const offered = !wasInCall(before.room);
      await openCall(request, { back, offered }, () => void leaveBehind(before).catch(() => undefined));
      return true;
    }
    if (delayMs === null || !mayPass(answer.event)) break;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return false;
}
