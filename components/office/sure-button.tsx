import { type ComponentProps, useState } from 'react';
import { ToolButton } from '@/components/ui/tool-button';

interface SureButtonProps extends Omit<
  ComponentProps<typeof ToolButton>,
  'tone' | 'onClick' | 'onBlur' | 'children'
> {
  /** The label, and the label that asks for confirmation. */
  words: string;
  sure: string;
  /** For screen readers: which of several things the button acts on. */
  about?: string;
  onSure: () => void;
}

/** Acts on the second press. Leaving the button cancels the first. */
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
