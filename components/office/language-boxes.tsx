import type { ReactNode } from 'react';
import { type Language, languageNames, languages } from '@/lib/i18n/language';

interface LanguageBoxesProps {
  legend: ReactNode;
  chosen: readonly Language[];
  onChoose: (languages: Language[]) => void;
}

/** Checkboxes for any number of languages. */
export function LanguageBoxes({ legend, chosen, onChoose }: LanguageBoxesProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 text-sm">
      {legend}
      {languages.map((language) => (
        <label key={language} className="flex min-h-9 items-center gap-2 touch:min-h-11">
          <input
            type="checkbox"
            checked={chosen.includes(language)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(languages.filter((each) => (each === language ? checked : chosen.includes(each))))
            }
            className="size-4"
          />
          {languageNames[language]}
        </label>
      ))}
    </fieldset>
  );
}
