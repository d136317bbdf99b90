'use client';

import { useId, useRef, type MouseEvent, type ReactNode, type ToggleEvent } from 'react';
import { callPanelId, isCallOn, warmCall } from '@/components/call/call';
import type { Language } from '@/lib/i18n/language';
import { PhoneForm } from './phone-form';
import { placeBeside } from './place-beside';
import type { PhoneStrings } from './strings';

interface CallButtonProps {
  strings: PhoneStrings;
  language: Language;
  /** How the button looks: its place decides. */
  className?: string;
  children: ReactNode;
}

/** A button whose tooltip holds the phone form (spec.md section 2). A native popover: it closes by Escape and a press outside. */
export function CallButton({ strings, language, className, children }: CallButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);

  /** While a call is on, the button leads to it. */
  function press(event: MouseEvent) {
    if (!isCallOn()) return;
    event.preventDefault();
    document.getElementById(callPanelId)?.focus();
  }

  function beforeToggle(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState === 'open' && button.current) placeBeside(event.currentTarget, button.current);
  }

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState !== 'open') return;
    event.currentTarget.querySelector('input')?.focus();
    event.currentTarget.scrollIntoView({ block: 'nearest' });
    // A failed fetch is tried again when the call is asked for.
    warmCall().catch(() => undefined);
  }

  return (
    <>
      <button ref={button} type="button" popoverTarget={id} onClick={press} className={className}>
        {children}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        onBeforeToggle={beforeToggle}
        onToggle={toggled}
        className="absolute inset-auto m-0 w-[min(22rem,calc(100vw-2.5rem))] scroll-mb-5 rounded-2xl border border-line bg-paper-raised p-5 text-ink shadow-float"
      >
        <p id={`${id}-title`} className="mb-3 text-lg font-semibold">
          {strings.phone_title}
        </p>
        <PhoneForm strings={strings} language={language} onCalled={() => popover.current?.hidePopover()} />
      </div>
    </>
  );
}
