'use client';

import {
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useSiteFacts } from '@/components/ui/site-facts';
import type { SiteFacts } from '@/lib/contracts/site';
import type { Language } from '@/lib/i18n/language';
import { type StringsOf, fill } from '@/lib/i18n/strings';
import { clockFrom } from '@/lib/time';
import { callLoader, openCooldown, openLastCall } from '../loader';
import { callPanelId } from '../panel/frame';
import { PhoneForm } from './phone-form';
import { callFormId, placeUnder, reveal } from './popover-position';
import { lastReceipt, readReceipt } from '../receipt';
import type { PhoneStrings } from '../strings';
import { nextCall, readCooldown, refreshCooldown } from '../tab-memory';

/** The button that was pressed last: the form opens under it. */
let opener: HTMLElement | null = null;

const nothing = () => null;

/** The built-in plan's, until the server's number is known. */
const usualQuestions = 4;
/** An answer takes a quarter of a minute. */
const mostQuestionsInAMinute = 6;

/** The form's promise. The script asks its questions, a language model also answers the visitor's: neither is promised for the other. */
export function whatComes(
  strings: PhoneStrings,
  language: Language,
  facts: Pick<SiteFacts, 'agentUnderstands' | 'questions'> | null,
): string {
  const count = facts?.questions ?? usualQuestions;
  const rule = new Intl.PluralRules(language).select(count);
  const form = rule === 'one' || rule === 'few' || rule === 'many' ? rule : 'other';
  return fill(facts?.agentUnderstands ? strings.phone_what_comes_free : strings.phone_what_comes, {
    time: count > mostQuestionsInAMinute ? strings.phone_time_long : strings.phone_time_short,
    questions: fill(strings[`phone_questions_${form}`], { count }),
  });
}

interface CallButtonProps {
  /** How the button looks: its place decides. */
  className?: string;
  children: ReactNode;
}

/** Opens the phone form (CallForm) under itself. */
export function CallButton({ className, children }: CallButtonProps) {
  /** While a call is on, the button leads to it; while the visitor has to wait, to how long. */
  function press(event: MouseEvent<HTMLButtonElement>) {
    opener = event.currentTarget;
    // The second press of a double click would close the form again.
    const form = document.getElementById(callFormId);
    if (event.detail > 1 && form?.matches(':popover-open')) event.preventDefault();
    else if (callLoader.isCallOn()) {
      event.preventDefault();
      document.getElementById(callPanelId)?.focus();
    } else if (readCooldown() !== null) {
      event.preventDefault();
      openCooldown();
    }
  }

  return (
    <button type="button" popoverTarget={callFormId} onClick={press} className={className}>
      {children}
    </button>
  );
}

function place(form: HTMLElement) {
  form.removeAttribute('style');
  // A button of a page that was left, or that this width hides, is nowhere: the form stands in the middle of the window then.
  if (opener?.getClientRects().length) placeUnder(form, opener);
}

interface CallFormProps {
  strings: PhoneStrings;
  language: Language;
  /** Shown above the form. */
  children?: ReactNode;
}

/** The phone form, a tooltip of every call button on the page. A native popover: it closes by Escape and a press outside. */
export function CallForm({ strings, language, children }: CallFormProps) {
  const popover = useRef<HTMLDivElement>(null);
  const facts = useSiteFacts();

  function beforeToggle(event: ToggleEvent<HTMLDivElement>) {
    // Measured and placed once it is laid out; not seen before.
    if (event.newState === 'open') event.currentTarget.style.visibility = 'hidden';
  }

  function opened(form: HTMLElement) {
    place(form);
    const field = form.querySelector<HTMLInputElement>('input[type=tel]');
    if (!form.contains(document.activeElement)) field?.focus({ preventScroll: true });
    if (field) reveal(form, field);
    // A failed load is tried again when the call starts.
    callLoader.warm().catch(() => undefined);
  }

  // Opened by the browser before the scripts had come: it stands where the style sheet puts it.
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) opened(popover.current);
  }, []);

  useEffect(() => {
    let { clientWidth } = document.documentElement;
    // The height changes with each keyboard and address bar that comes and goes: the form stays then.
    function follow() {
      const form = popover.current;
      if (document.documentElement.clientWidth === clientWidth) return;
      ({ clientWidth } = document.documentElement);
      if (form?.matches(':popover-open')) place(form);
    }
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);

  return (
    <div
      ref={popover}
      id={callFormId}
      popover="auto"
      role="dialog"
      aria-labelledby={`${callFormId}-title`}
      onBeforeToggle={beforeToggle}
      onToggle={({ newState, currentTarget }) => newState === 'open' && opened(currentTarget)}
      // In the middle of the window until a script places it.
      className="fixed inset-0 z-50 m-auto h-fit max-h-svh w-[min(24rem,calc(100vw-2.5rem))] scroll-mb-5 overflow-y-auto rounded-2xl border border-line bg-paper-raised p-5 text-ink shadow-float"
    >
      <p id={`${callFormId}-title`} className="mb-1 text-lg font-semibold">
        {strings.phone_title}
      </p>
      <p className="mb-4 text-sm text-pretty text-ink-soft">{whatComes(strings, language, facts)}</p>
      {children}
      <PhoneForm strings={strings} language={language} onCalled={() => popover.current?.hidePopover()} />
    </div>
  );
}

interface LastCallProps {
  strings: StringsOf<'phone_next_call' | 'phone_last_call'>;
  language: Language;
}

/** Under the hero's button, after a call: when the next one is possible, and the way back to the last. */
export function LastCall({ strings, language }: LastCallProps) {
  const untilMs = useSyncExternalStore(nextCall.subscribe, nextCall.get, nothing);
  const receipt = useSyncExternalStore(lastReceipt.subscribe, lastReceipt.get, nothing);

  useEffect(readReceipt, []);

  useEffect(() => {
    refreshCooldown();
    const leftMs = (readCooldown() ?? 0) - Date.now();
    if (leftMs <= 0) return;
    const timer = setTimeout(refreshCooldown, leftMs + 50);
    // A device that slept, or a page that was put away, has not waited.
    document.addEventListener('visibilitychange', refreshCooldown);
    window.addEventListener('pageshow', refreshCooldown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refreshCooldown);
      window.removeEventListener('pageshow', refreshCooldown);
    };
  }, [untilMs]);

  if (untilMs === null && receipt === null) return null;
  return (
    <p className="mt-3 flex min-h-11 flex-wrap items-center gap-x-4 text-ink-soft">
      {untilMs !== null && (
        <span>{fill(strings.phone_next_call, { time: clockFrom(untilMs, language) })}</span>
      )}
      {receipt !== null && (
        <button
          type="button"
          onClick={() =>
            callLoader.isCallOn() ? document.getElementById(callPanelId)?.focus() : openLastCall()
          }
          className="min-h-11 font-medium text-ink underline underline-offset-4"
        >
          {strings.phone_last_call}
        </button>
      )}
    </p>
  );
}
