import { useTranslations } from 'next-intl';
import { fieldLook } from '@/components/ui/field-look';
import { Select } from '@/components/ui/select';
import { type ReasoningEffort, reasoningEfforts } from '@/lib/contracts/choices';

/** The `reasoning_effort` of the next trial; if undefined, that of the settings. */
export function ReasoningField({
  value,
  onChange,
}: {
  value: ReasoningEffort | undefined;
  onChange: (value: ReasoningEffort | undefined) => void;
}) {
  const t = useTranslations();
  return (
    <label className="grid w-fit gap-1">
      {t('setup_reasoning')}
      <Select
        value={value}
        choices={reasoningEfforts}
        none={t('setup_reasoning_as_set')}
        onChoose={onChange}
        className={`${fieldLook} w-full`}
      >
        {String}
      </Select>
      {value !== undefined && <span className="text-ink-soft">{t('setup_reasoning_keep')}</span>}
    </label>
  );
}
