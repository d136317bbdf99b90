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
import { onVisibleAreaChange } from '@/components/ui/visible-area';
import type { SiteFacts } from '@/lib/contracts/site';
import type { Language } from '@/lib/i18n/language';
import { type StringsOf, fill } from '@/lib/i18n/strings';
import { clockFrom } from '@/lib/time';
import { wallClock } from '../adapters/clock';
import { callLoader, openCooldown, openLastCall } from '../loader';
import { callFormId, callPanelId, opener, panelOrigin, placeOf } from '../opener';
import { PhoneForm } from './phone-form';
import styles from './call-form.module.css';
import { aimForm, placeForm, prepareForm } from './popover-position';
import { lastReceipt, readReceipt } from '../receipt';
import type { PhoneFormStrings } from '../strings';
import { cooldownEnd, readCooldown, refreshCooldown } from '../tab-memory';

const atServer = () => null;

/** Used until the server's number is known. */
const builtInQuestions = 4;
/** Up to this many questions the form promises about a minute. */
const maxQuestionsInAMinute = 6;

/** Describes the call. Only a language model also answers the visitor's questions, so the script does not promise that. */
export function callDescription(
  strings: PhoneFormStrings,
  language: Language,
  facts: Pick<SiteFacts, 'agentUnderstands' | 'questions'> | null,
): string {
  const count = facts?.questions ?? builtInQuestions;
  const rule = new Intl.PluralRules(language).select(count);
  const form = rule === 'one' || rule === 'few' || rule === 'many' ? rule : 'other';
  return fill(facts?.agentUnderstands ? strings.phone_what_comes_free : strings.phone_what_comes, {
    time: count > maxQuestionsInAMinute ? strings.phone_time_long : strings.phone_time_short,
    questions: fill(strings[`phone_questions_${form}`], { count }),
  });
}

interface CallButtonProps {
  /** The look of the button in its place. */
  className?: string;
  children: ReactNode;
}

/** Opens the phone form (CallForm) over itself. */
export function CallButton({ className, children }: CallButtonProps) {
  const untilMs = useSyncExternalStore(cooldownEnd.subscribe, cooldownEnd.get, atServer);

  /** During a call the button leads to the panel, during a cooldown to the remaining wait. */
  function handlePress(event: MouseEvent<HTMLButtonElement>) {
    opener.set(event.currentTarget);
    panelOrigin.set(placeOf(event.currentTarget));
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
    <button
      type="button"
      popoverTarget={callFormId}
      data-waiting={untilMs === null ? undefined : ''}
      onClick={handlePress}
      className={className}
    >
      {children}
    </button>
  );
}

interface CallFormProps {
  strings: PhoneFormStrings;
  language: Language;
  /** Shown above the form. */
  children?: ReactNode;
}

/** The phone form of all call buttons on the page. A native popover: it closes by Escape and a press outside. */
export function CallForm({ strings, language, children }: CallFormProps) {
  const popover = useRef<HTMLDivElement>(null);
  const facts = useSiteFacts();

  function handleBeforeToggle({ newState, currentTarget: form }: ToggleEvent<HTMLDivElement>) {
    if (newState === 'open') prepareForm(form, opener.get());
    else aimForm(form, opener.get());
  }

  function handleOpened(form: HTMLElement) {
    placeForm(form, opener.get());
    const field = form.querySelector<HTMLInputElement>('input[type=tel]');
    if (!form.contains(document.activeElement)) field?.focus({ preventScroll: true });
    // Loaded earlier, the call's code would stall the opening. A failed load is tried again when the call starts.
    const openingAnimations = form.getAnimations().map(({ finished }) => finished);
    void Promise.allSettled(openingAnimations).then(() => callLoader.warm().catch(() => undefined));
  }

  /** The panel takes the form's place at once, and moves from there. */
  function yieldToPanel() {
    const form = popover.current;
    panelOrigin.set(placeOf(form));
    if (form) form.dataset.taken = '';
    form?.hidePopover();
  }

  // The form may have opened before the scripts ran; the style sheet has placed it.
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) handleOpened(popover.current);
  }, []);

  useEffect(() => {
    const form = popover.current;
    if (!form) return;
    const place = () => form.matches(':popover-open') && placeForm(form, opener.get());
    const observer = new ResizeObserver(place);
    for (const part of form.children) observer.observe(part);
    const end = onVisibleAreaChange(place);
    return () => {
      observer.disconnect();
      end();
    };
  }, []);

  return (
    <div
      ref={popover}
      id={callFormId}
      popover="auto"
      role="dialog"
      aria-label={strings.phone_title}
      onBeforeToggle={handleBeforeToggle}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') handleOpened(currentTarget);
        else delete currentTarget.dataset.taken;
      }}
      className={styles.form}
    >
      {children}
      <PhoneForm strings={strings} language={language} onCalled={yieldToPanel}>
        {callDescription(strings, language, facts)}
      </PhoneForm>
    </div>
  );
}

interface LastCallProps {
  strings: StringsOf<'phone_next_call' | 'phone_last_call'>;
  language: Language;
}

/** Shown under the hero's button after a call: when the next call is possible, and a link to the last one. */
export function LastCall({ strings, language }: LastCallProps) {
  const untilMs = useSyncExternalStore(cooldownEnd.subscribe, cooldownEnd.get, atServer);
  const receipt = useSyncExternalStore(lastReceipt.subscribe, lastReceipt.get, atServer);

  useEffect(() => {
    const read = () => {
      readReceipt();
      refreshCooldown();
    };
    read();
    // The tab may have had a call since the browser cached this page.
    window.addEventListener('pageshow', read);
    return () => window.removeEventListener('pageshow', read);
  }, []);

  useEffect(() => {
    if (untilMs === null) return;
    const timer = wallClock.setTimeout(refreshCooldown, untilMs - Date.now() + 50);
    return () => wallClock.clearTimeout(timer);
  }, [untilMs]);

  return (
    <p className="mt-3 flex min-h-11 flex-wrap items-center gap-x-4 text-ink-soft transition-opacity call-open:not-focus-within:opacity-0">
      {untilMs !== null && (
        <span>{fill(strings.phone_next_call, { time: clockFrom(untilMs, language) })}</span>
      )}
      {receipt !== null && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            opener.set(currentTarget);
            panelOrigin.set(placeOf(currentTarget));
            if (callLoader.isCallOn()) document.getElementById(callPanelId)?.focus();
            else openLastCall();
          }}
          className="min-h-11 font-medium text-ink underline underline-offset-4"
        >
          {strings.phone_last_call}
        </button>
      )}
    </p>
  );
}
