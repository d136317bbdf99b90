import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { Select } from '@/components/ui/select';
import { useLanguage } from '@/components/ui/use-language';
import { type Language, languageNames } from '@/lib/i18n/language';
import type { Autosave } from './autosave';
import { planFieldLook } from './fields';

/**
 * A test of the draft. `languageField` chooses its language: at first the office's, if the draft has it. `begin` saves the draft
 * before it works. `problem` says why the test did not begin.
 */
export function useDraftTest(autosave: Autosave, languages: readonly Language[]) {
  const t = useTranslations();
  const words = useFailureWords();
  const officeLanguage = useLanguage();
  const [chosenLanguage, setLanguage] = useState<Language>();
  const [isUnsaved, setUnsaved] = useState(false);
  const { busy, failure, run } = useBusy();
  const language = [chosenLanguage, officeLanguage, languages[0]].find(
    (each) => each !== undefined && languages.includes(each),
  );

  const begin = (work: (revision: number, language: Language) => Promise<unknown>) =>
    run(async () => {
      setUnsaved(false);
      if (language === undefined || !(await autosave.flush())) return setUnsaved(true);
      await work(autosave.store.get().revision, language);
    });

  const failureWords =
    failure && (failure.code === 'invalid_field' ? t('plan_trial_unfinished') : words(failure));

  const languageField = (label: string, isDisabled: boolean) => (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <Select
        value={language}
        choices={languages}
        disabled={isDisabled}
        onChoose={setLanguage}
        className={planFieldLook}
      >
        {(each) => languageNames[each]}
      </Select>
    </label>
  );

  return { busy, problem: isUnsaved ? t('plan_trial_unsaved') : failureWords, run, begin, languageField };
}
