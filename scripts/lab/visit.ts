import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Language } from '../../lib/i18n/language.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { Messages } from '../../lib/i18n/strings.ts';

/** A page that a visitor uses, with its language and its texts. */
export interface Visit {
  page: Page;
  words: Messages;
  language: Language;
}

export function visitOf(page: Page, language: Language = 'en'): Visit {
  return { page, words: messagesOf[language], language };
}

export const press = ({ page, words }: Visit, messageKey: keyof Messages) =>
  page.getByRole('button', { name: words[messageKey], exact: true }).first().click();

export const panelOf = ({ page, words }: Visit) => page.getByRole('dialog', { name: words.voice_chat_title });

/** Each call needs another number, because a number has a cooldown after its call. */
export async function fillForm(visit: Visit, phone = `90${randomInt(1_000_000, 10_000_000)}`): Promise<void> {
  await press(visit, 'hero_call');
  await visit.page.getByRole('textbox', { name: visit.words.phone_label }).fill(phone);
}

export async function startCall(visit: Visit, phone?: string): Promise<void> {
  await fillForm(visit, phone);
  await press(visit, 'phone_submit');
}

/** Waits until the call's clock shows this many seconds. */
export async function untilTalked(visit: Visit, seconds: number): Promise<void> {
  const clock = panelOf(visit).getByRole('timer');
  await clock.waitFor({ timeout: 60_000 });
  await expect
    .poll(
      async () => {
        const [minutes, restSeconds] = ((await clock.textContent()) ?? '').split(':');
        return 60 * Number(minutes) + Number(restSeconds);
      },
      { timeout: seconds * 1000 + 30_000 },
    )
    .toBeGreaterThanOrEqual(seconds);
}

export const untilSent = (visit: Visit) =>
  panelOf(visit).getByText(visit.words.voice_chat_delivery_arrived).waitFor({ timeout: 60_000 });
