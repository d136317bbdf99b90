'use client';

import { useEffect, useRef, type FormEvent, type RefObject } from 'react';
import { formatPhone } from '@/lib/phone';
import { editPhone } from '@/lib/phone-edit';

interface PhoneFieldProps {
  id: string;
  label: string;
  /** What is wrong with the number, in words; null while nothing is. */
  error: string | null;
  noticeId: string;
  field: RefObject<HTMLInputElement | null>;
  onEdit: () => void;
}

/**
 * A number formatted as it is typed, with the caret staying where the person types. The field keeps its own text
 * (uncontrolled): what was typed before the page woke up, autofilled or restored by the browser is not lost.
 */
export function PhoneField({ id, label, error, noticeId, field, onEdit }: PhoneFieldProps) {
  const before = useRef('');

  useEffect(() => {
    if (field.current) tidy(field.current);
  });

  function tidy(input: HTMLInputElement) {
    const value = formatPhone(input.value);
    if (value !== input.value) input.value = value;
    before.current = value;
  }

  function format({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) {
    const next = editPhone({
      before: before.current,
      typed: input.value,
      caret: input.selectionStart ?? input.value.length,
      inputType: nativeEvent instanceof InputEvent ? nativeEvent.inputType : '',
    });
    input.value = next.value;
    input.setSelectionRange(next.caret, next.caret);
    before.current = next.value;
    onEdit();
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="go"
        placeholder="+998 90 123 45 67"
        aria-invalid={error !== null}
        aria-describedby={error === null ? noticeId : `${id}-error ${noticeId}`}
        onInput={format}
        onBlur={({ currentTarget }) => tidy(currentTarget)}
        className="h-12 w-full rounded-xl border border-line-strong bg-paper px-4 text-lg text-ink tabular-nums placeholder:text-ink-soft/70 aria-invalid:border-failed"
      />
      <p id={`${id}-error`} role="alert" className="min-h-5 text-sm text-failed-ink empty:min-h-0">
        {error}
      </p>
    </div>
  );
}
