import { type ComponentProps, useState } from 'react';
import { ToolButton } from '@/components/ui/tool-button';

interface SureButtonProps extends Omit<
  ComponentProps<typeof ToolButton>,
  'tone' | 'onClick' | 'onBlur' | 'children'
> {
  /** Its words, and those that ask again. */
  words: string;
  sure: string;
  /** Of many: what it is about, for those who do not see it. */
  about?: string;
  onSure: () => void;
}

/** A button that acts when it is pressed again; leaving it takes the first press back. */
export function SureButton({ words, sure, about, onSure, ...rest }: SureButtonProps) {
  const [isSure, setSure] = useState(false);
  const shown = isSure ? sure : words;
  return (
    <ToolButton
      {...rest}
      tone={isSure ? 'danger_press' : 'danger'}
      onClick={() => {
        setSure(!isSure);
        if (isSure) onSure();
      }}
      onBlur={() => setSure(false)}
      aria-label={about === undefined ? undefined : `${shown}: ${about}`}
    >
      {shown}
    </ToolButton>
  );
}
