import { useState } from 'react';
import { useLanguage } from '@/components/ui/use-language';
import { type Language, languageNames } from '@/lib/i18n/language';
import { planFieldLook } from './fields';

/** The language in which a draft is tried: at first the office's, if the draft has it. */
export function useDraftLanguage(languages: readonly Language[]) {
  const officeLanguage = useLanguage();
  const [chosenLanguage, setLanguage] = useState<Language>();
  const language = [chosenLanguage, officeLanguage, languages[0]].find(
    (each) => each !== undefined && languages.includes(each),
  );
  return [language, setLanguage] as const;
}

interface DraftLanguageProps {
  label: string;
  /** The draft's languages. */
  languages: readonly Language[];
  language: Language | undefined;
  disabled: boolean;
  onChange: (language: Language | undefined) => void;
}

export function DraftLanguage({ label, languages, language, disabled, onChange }: DraftLanguageProps) {
  return (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <select
        value={language}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(languages.find((each) => each === currentTarget.value))}
        className={planFieldLook}
      >
        {languages.map((each) => (
          <option key={each} value={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
