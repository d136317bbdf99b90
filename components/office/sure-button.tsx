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
  const [isConfirming, setConfirming] = useState(false);
  const label = isConfirming ? sure : words;
  return (
    <ToolButton
      {...rest}
      tone={isConfirming ? 'danger_press' : 'danger'}
      onClick={() => {
        setConfirming(!isConfirming);
        if (isConfirming) onSure();
      }}
      onBlur={() => setConfirming(false)}
      aria-label={about === undefined ? undefined : `${label}: ${about}`}
    >
      {label}
    </ToolButton>
  );
}
