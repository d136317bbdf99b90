import type { ComponentProps } from 'react';

interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  value: Value | undefined;
  choices: readonly Value[];
  /** The words of the option that chooses nothing; without them there is no such option. */
  none?: string;
  /** Undefined for the option that chooses nothing. */
  onChoose: (value: Value | undefined) => void;
  /** The words of a choice. */
  children: (choice: Value) => string;
}

/** A native select of one of some strings. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value = '', choices, none, onChoose, children, ...rest } = props;
  return (
    <select
      {...rest}
      value={value}
      onChange={({ currentTarget }) => onChoose(choices.find((choice) => choice === currentTarget.value))}
    >
      {none !== undefined && <option value="">{none}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {children(choice)}
        </option>
      ))}
    </select>
  );
}
