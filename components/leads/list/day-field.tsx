import { useState } from 'react';
import { fieldLook } from '@/components/ui/field-look';

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Undefined after the field was cleared. */
  onChoose: (day: string | undefined) => void;
}

/** A day of the calendar. Leaving the field with an incomplete or impossible day, such as 31 September, clears the field. */
export function DayField({ label, value = '', min, max, onChoose }: DayFieldProps) {
  const [isUnfinished, setUnfinished] = useState(false);
  return (
    <label className="grid min-w-0 text-xs text-ink-soft">
      {label}
      <input
        type="date"
        value={isUnfinished ? '' : value}
        min={min}
        max={max}
        onChange={({ currentTarget }) => {
          setUnfinished(currentTarget.value === '');
          if (currentTarget.value !== '') onChoose(currentTarget.value);
        }}
        onBlur={() => {
          if (isUnfinished) onChoose(undefined);
          setUnfinished(false);
        }}
        className={`${fieldLook} w-full`}
      />
    </label>
  );
}
