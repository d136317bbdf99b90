import type { CSSProperties, ComponentProps } from 'react';

interface RangeInputProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'min' | 'max' | 'value' | 'onChange'
> {
  max: number;
  value: number;
  onValue: (value: number) => void;
  /** Invisible, over a waveform that shows the value. */
  bare?: boolean;
}

/** A slider from 0 with a filled track. */
export function RangeInput({ max, value, onValue, bare = false, className = '', ...rest }: RangeInputProps) {
  const trackStyle: CSSProperties & { '--filled': string } = {
    '--filled': `${max > 0 ? (value / max) * 100 : 0}%`,
  };
  return (
    <input
      {...rest}
      type="range"
      min={0}
      max={max}
      value={value}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      style={bare ? undefined : trackStyle}
      className={`min-w-0 cursor-pointer appearance-none bg-transparent ${bare ? bareLook : trackLook} ${className}`}
    />
  );
}

/** The thumb is one pixel wide, so that a click seeks exactly to the pointer. */
const bareLook =
  'absolute inset-0 size-full [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:opacity-0';

const trackLook =
  'h-9 rounded [&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--color-turquoise)_var(--filled),var(--color-line-strong)_var(--filled))] [&::-webkit-slider-thumb]:-mt-1.25 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-turquoise-ink ' +
  '[&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong [&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-turquoise [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-turquoise-ink';
