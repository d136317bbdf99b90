'use client';

import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { pressColour } from '@/components/ui/press-look';
import { useSiteFacts } from '@/components/ui/site-facts';
import { useHydrated } from '@/components/ui/use-hydrated';
import { type Language, languageNames, languages } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { type PhoneProblem, editPhone, formatPhone, phoneProblem } from '@/lib/phone';
import { fieldsAtServer, formFields, readFormFields } from '../form-fields';
import { openCall } from '../loader';
import type { PhoneFormStrings } from '../strings';

const useFormFields = () => useSyncExternalStore(formFields.subscribe, formFields.get, fieldsAtServer);

interface AgreementProps {
  id: string;
  strings: PhoneFormStrings;
  language: Language;
}

/** The notice that the call is recorded, with links to what the visitor agrees to. */
function Agreement({ id, strings, language }: AgreementProps) {
  const links = {
    terms: { path: '/terms', words: strings.phone_terms_link },
    privacy: { path: '/privacy', words: strings.phone_privacy_link },
  } as const;
  const isLink = (part: string): part is keyof typeof links => part in links;
  return (
    <p id={id} className="text-sm text-pretty text-ink-soft">
      {strings.phone_agreement.split(/[{}]/).map((part) =>
        isLink(part) ? (
          <a key={part} href={hrefIn(language, links[part].path)} className="underline underline-offset-2">
            {links[part].words}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

/** Chooses one of the agent's languages for the conversation. The page's language comes first. */
function ConversationLanguage({ strings, language }: Omit<AgreementProps, 'id'>) {
  const offered = useSiteFacts()?.languages ?? languages;
  const inOrder = [language, ...languages].filter(
    (option, index, options) => offered.includes(option) && options.indexOf(option) === index,
  );
  const { language: pickedLanguage } = useFormFields();
  const chosen = pickedLanguage && offered.includes(pickedLanguage) ? pickedLanguage : inOrder[0];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{strings.phone_language}</legend>
      <div className="flex flex-wrap gap-2 max-[26rem]:gap-1.5 max-[22rem]:gap-1">
        {inOrder.map((option) => (
          <label
            key={option}
            lang={option}
            className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-xl border border-line-strong px-2 whitespace-nowrap has-checked:border-turquoise has-checked:bg-turquoise-paper has-focus-visible:outline-3 has-focus-visible:outline-cobalt max-[26rem]:gap-1.5 max-[26rem]:px-1.5 max-[26rem]:text-sm max-[22rem]:gap-1 max-[22rem]:px-1 max-[22rem]:text-[0.8125rem]"
          >
            <input
              type="radio"
              name="conversation"
              value={option}
              checked={option === chosen}
              onChange={() => formFields.set({ ...formFields.get(), language: option })}
              className="accent-turquoise"
            />
            {languageNames[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PhoneFieldProps {
  id: string;
  label: string;
  /** The validation message of the number; null while it is fine. */
  error: string | null;
  noticeId: string;
  field: RefObject<HTMLInputElement | null>;
  onEdit: () => void;
}

/**
 * Formats a number as it is typed and leaves the caret in place. Uncontrolled, so text from before hydration or autofill survives.
 */
function PhoneField({ id, label, error, noticeId, field, onEdit }: PhoneFieldProps) {
  const valueBeforeEdit = useRef('');
  const { phone } = useFormFields();

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const focused = input === document.activeElement;
    if (phone !== null && !focused) input.value = phone;
    // Formatting a field that is being edited would restore a digit that was just deleted.
    if (!focused || valueBeforeEdit.current === '') formatWhole(input);
  });

  function formatWhole(input: HTMLInputElement) {
    // A plus begins a country code, so it stays until digits follow.
    const value = input.value.trim() === '+' ? '+' : formatPhone(input.value);
    if (value !== input.value) input.value = value;
    valueBeforeEdit.current = value;
  }

  function format({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) {
    const edited = editPhone({
      previous: valueBeforeEdit.current,
      typed: input.value,
      caret: input.selectionStart ?? input.value.length,
      inputType: nativeEvent instanceof InputEvent ? nativeEvent.inputType : '',
    });
    input.value = edited.value;
    input.setSelectionRange(edited.caret, edited.caret);
    valueBeforeEdit.current = edited.value;
    formFields.set({ ...formFields.get(), phone: edited.value });
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
        onBlur={({ currentTarget }) => formatWhole(currentTarget)}
        className="h-12 w-full rounded-xl border border-line-strong bg-paper px-4 text-lg text-ink tabular-nums aria-invalid:border-failed"
      />
      <p id={`${id}-error`} role="alert" className="min-h-5 text-sm text-failed-ink empty:min-h-0">
        {error}
      </p>
    </div>
  );
}

interface PhoneFormProps {
  strings: PhoneFormStrings;
  language: Language;
  /** Called just before a valid number starts the call. */
  onCalled?: () => void;
  /** Describes the call to the visitor. */
  children?: ReactNode;
}

/** The number, the language of the conversation, the agreement, and the button that starts the call. */
export function PhoneForm({ strings, language, onCalled, children }: PhoneFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<PhoneProblem | null>(null);
  const hydrated = useHydrated();

  useEffect(readFormFields, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = formatPhone(field.current?.value ?? '');
    const newProblem = phoneProblem(phone);
    setProblem(newProblem);
    if (newProblem !== null) {
      field.current?.focus();
      return;
    }
    onCalled?.();
    const chosen = new FormData(event.currentTarget).get('conversation');
    openCall({ phone, language: languages.find((option) => option === chosen) ?? language });
  }

  // method="dialog" outside a dialog does nothing, so a press before hydration does not leave the page.
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
      <ConversationLanguage strings={strings} language={language} />
      <button
        type="submit"
        aria-disabled={!hydrated || undefined}
        className={`h-12 rounded-full px-6 font-semibold aria-disabled:cursor-progress aria-disabled:opacity-50 noscript:hidden ${pressColour}`}
      >
        {strings.phone_submit}
      </button>
      <p className="text-sm text-pretty text-ink-soft">{children}</p>
      <Agreement id={`${id}-notice`} strings={strings} language={language} />
    </form>
  );
}
