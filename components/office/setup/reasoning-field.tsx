import { useTranslations } from 'next-intl';
import { fieldLook } from '@/components/ui/field-look';
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
      <select
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(reasoningEfforts.find((effort) => effort === currentTarget.value))
        }
        className={`${fieldLook} w-full`}
      >
        <option value="">{t('setup_reasoning_as_set')}</option>
        {reasoningEfforts.map((effort) => (
          <option key={effort} value={effort}>
            {effort}
          </option>
        ))}
      </select>
      {value !== undefined && <span className="text-ink-soft">{t('setup_reasoning_keep')}</span>}
    </label>
  );
}
