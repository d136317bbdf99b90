import { fallbackLanguage } from '@/lib/i18n/language';
import { openCall } from './entry';
import { brokenOffCall } from './outbox';
import { requestToken } from './request-token';

/** Goes back into the call that the page was in before it was reloaded or crashed. Gives whether there was one that goes on. */
export async function comeBack(): Promise<boolean> {
  const before = await brokenOffCall();
  if (before === null) return false;
  const { phone, language = fallbackLanguage, typing } = before;
  const request = { phone, language, typing };
  const answer = await requestToken(request, before.room);
  if (!answer.ok) return false;
  await openCall(request, { grant: answer.token, before });
  return true;
}
