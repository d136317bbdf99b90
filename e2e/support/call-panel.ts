import { expect, type Locator, type Page } from '@playwright/test';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { Messages } from '../../lib/i18n/strings.ts';

/** The form and the panel of a call on a page in one language. */
export class CallPanel {
  readonly page: Page;
  readonly strings: Messages;
  readonly panel: Locator;
  readonly status: Locator;
  readonly captions: Locator;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.strings = messagesOf[language];
    this.panel = page.getByRole('dialog', { name: this.strings.voice_chat_title });
    this.status = this.panel.getByRole('status');
    this.captions = this.panel.getByRole('region', { name: this.strings.voice_chat_captions });
  }

  button(key: 'end' | 'mute' | 'unmute' | 'close' | 'retry' | 'type_instead'): Locator {
    return this.panel.getByRole('button', { name: this.strings[`voice_chat_${key}`], exact: true });
  }

  get phoneField(): Locator {
    return this.page.getByRole('textbox', { name: this.strings.phone_label });
  }

  /** Opens the form of the hero. */
  async openForm(): Promise<void> {
    await this.page.getByRole('button', { name: this.strings.hero_call }).click();
    await expect(this.phoneField).toBeFocused();
  }

  /** Starts a call from the hero's button. */
  async call(phone: string): Promise<void> {
    await this.openForm();
    await this.phoneField.pressSequentially(phone.slice(4).replaceAll(' ', ''));
    await expect(this.phoneField).toHaveValue(phone);
    await this.page.getByRole('button', { name: this.strings.phone_submit }).click();
  }

  async expectAgentConnected(): Promise<void> {
    await expect(this.status).toHaveText(this.strings.voice_chat_agent_connected);
  }

  /** Resolves when any status on the page has this text, even for one frame only. Begin it before the cause. */
  async untilStatus(status: string): Promise<void> {
    await this.page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === text),
      status,
    );
  }

  /** Waits until the agent has spoken and listens. */
  async untilVisitorsTurn(): Promise<void> {
    await expect(this.panel.getByText(this.strings.voice_chat_agent_your_turn)).toBeVisible();
  }

  /** Starts a call and waits until its clock shows this many seconds. */
  async callUntilClock(phone: string, seconds: number): Promise<void> {
    await this.call(phone);
    await this.expectAgentConnected();
    await this.untilClock(seconds);
  }

  /** Waits until the panel's clock shows this many seconds. */
  async untilClock(seconds: number): Promise<void> {
    await expect(this.panel.getByText(this.strings.voice_chat_recording)).toBeVisible();
    await expect
      .poll(() => this.seconds(), { timeout: seconds * 1000 + 15_000 })
      .toBeGreaterThanOrEqual(seconds);
  }

  /** The seconds of the call's clock. */
  async seconds(): Promise<number> {
    const clock = (await this.panel.getByRole('timer').textContent()) ?? '';
    const [minutes, seconds] = clock.split(':');
    return 60 * Number(minutes) + Number(seconds);
  }

  /** Ends the call, waits for the confirmation of its recording, and closes the panel. */
  async end(): Promise<void> {
    await this.button('end').click();
    await expect(this.panel.getByText(this.strings.voice_chat_delivery_arrived)).toBeVisible();
    await this.button('close').click();
    await this.expectClosed();
  }

  async expectClosed(): Promise<void> {
    await expect(this.panel).toBeHidden();
  }
}
