import { useTranslations } from 'next-intl';
import { type ReactNode, createContext, useContext, useId } from 'react';
import { fieldLook } from '@/components/ui/field-look';
import type { PlanDraft } from '@/lib/contracts/agent-plan';
import { languageNames, languages } from '@/lib/i18n/language';
import { HearButton } from './hear-button';

export const planFieldLook = `${fieldLook} w-full px-3 py-2 font-normal max-md:text-base aria-invalid:border-failed`;

/** The padding and border of a field, above and below its text. */
const verticalFrame = '1rem + 2px';

/** The problems that prevent publishing, by their path in the plan. */
export const PlanProblems = createContext<ReadonlyMap<string, 'empty' | 'long' | 'wrong'>>(new Map());

/** Marks an invalid field and describes its problem. */
function useProblem(path: string | undefined) {
  const t = useTranslations();
  const id = useId();
  const problem = useContext(PlanProblems).get(path ?? '');
  const text = problem && t(`plan_problem_${problem}`);
  return {
    attributes: {
      'aria-invalid': problem !== undefined || undefined,
      'aria-describedby': text ? id : undefined,
    },
    message: text && (
      <span id={id} className="text-xs font-medium text-failed-ink">
        {text}
      </span>
    ),
  };
}

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  max: number;
  /** The field's path in the plan. */
  path?: string;
  /** The least number of lines; the field grows with its text. If absent, the field is one line. */
  rows?: number;
  lang?: string;
  placeholder?: string | undefined;
  /** The built-in value. While it applies, the field is empty and has `shown` as its placeholder. */
  builtIn?: { value: string; shown: string } | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, max, path, rows, lang, builtIn } = props;
  const { attributes, message } = useProblem(path);
  const value = props.value === builtIn?.value ? '' : props.value;
  const placeholder = builtIn?.shown ?? props.placeholder;
  const onChange = (typed: string) => props.onChange(typed === '' ? (builtIn?.value ?? '') : typed);
  const sharedProps = { value, lang, placeholder, maxLength: max, className: planFieldLook, ...attributes };
  return (
    <label className="grid min-w-0 gap-1 text-sm font-medium">
      {label}
      {rows === undefined ? (
        <input {...sharedProps} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      ) : (
        <textarea
          {...sharedProps}
          rows={rows}
          // Browsers that grow a field ignore its rows.
          style={rows > 1 ? { minHeight: `calc(${rows}lh + ${verticalFrame})` } : undefined}
          className={`${planFieldLook} field-sizing-content max-h-96`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {message}
    </label>
  );
}

interface WordsFieldsProps {
  label: string;
  words: PlanDraft['greeting'];
  onChange: (words: PlanDraft['greeting']) => void;
  max: number;
  /** The path of the words in the plan. */
  path: string;
  /** The built-in sentence, spoken if the field is empty. */
  builtIn?: PlanDraft['greeting'] | undefined;
}

/** The same sentence in each language; each can be heard. */
export function WordsFields({ label, words, onChange, max, path, builtIn }: WordsFieldsProps) {
  return (
    <div className="grid gap-2">
      {languages.map((language) => {
        const name = `${label} · ${languageNames[language]}`;
        return (
          <div key={language} className="flex items-end gap-1.5">
            <div className="min-w-0 flex-1">
              <TextField
                label={name}
                value={words[language] ?? ''}
                onChange={(value) => onChange({ ...words, [language]: value })}
                max={max}
                path={`${path}.${language}`}
                lang={language}
                placeholder={builtIn?.[language]}
                rows={1}
              />
            </div>
            <HearButton
              text={words[language] || builtIn?.[language] || ''}
              language={language}
              label={name}
            />
          </div>
        );
      })}
    </div>
  );
}

/** A part of the plan with its heading and purpose. */
export function PlanSection({
  title,
  hint,
  path,
  children,
}: {
  title: string;
  hint: string;
  path?: string;
  children: ReactNode;
}) {
  const { message } = useProblem(path);
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-pretty text-ink-soft">{hint}</p>
        {message}
      </div>
      <div className="grid min-w-0 content-start gap-3">{children}</div>
    </section>
  );
}
