'use client';

import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { openCall } from '@/components/voice-chat/call-entry';
import type { Language } from '@/lib/language';
import { formatPhone, phoneProblem, type PhoneProblem } from '@/lib/phone';
import { PhoneField } from './phone-field';
import { RecordingNotice } from './recording-notice';
import type { PhoneStrings } from './strings';

interface PhoneFormProps {
  strings: PhoneStrings;
  language: Language;
  /** Called when the number is fine and the call is on its way. */
  onCalled?: () => void;
}

/** The number, the notice that the call is recorded, and the button that starts the call. */
export function PhoneForm({ strings, language, onCalled }: PhoneFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<PhoneProblem | null>(null);

  // The words about a wrong number make the form taller; its end should not leave the screen for that.
  useEffect(() => {
    if (problem !== null) field.current?.closest('[popover]')?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const phone = formatPhone(field.current?.value ?? '');
    const found = phoneProblem(phone);
    setProblem(found);
    if (found !== null) {
      field.current?.focus();
      return;
    }
    onCalled?.();
    void openCall({ phone, language });
  }

  // method="dialog" outside a dialog does nothing: pressed before the page woke up, the form does not leave the page.
  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-3">
      <PhoneField
        id={`${id}-phone`}
        label={strings.phone_label}
        error={problem && strings[`${problem}_error`]}
        noticeId={`${id}-notice`}
        field={field}
        onEdit={() => setProblem(null)}
      />
      <button
        type="submit"
        className="h-12 rounded-full bg-saffron px-6 font-semibold text-on-saffron hover:bg-saffron-deep"
      >
        {strings.phone_submit}
      </button>
      <RecordingNotice id={`${id}-notice`} strings={strings} language={language} />
    </form>
  );
}
