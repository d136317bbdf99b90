import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { pressColour } from './press-look';

const tones = {
  plain: 'border-line bg-paper-raised text-ink hover:border-line-strong',
  press: `border-saffron hover:border-saffron-deep ${pressColour}`,
  danger: 'border-line bg-paper-raised text-failed-ink hover:border-failed',
  danger_press: 'border-failed-ink bg-failed-ink text-paper-raised',
} as const;

interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  icon?: LucideIcon;
  tone?: keyof typeof tones;
  /** Shows that work is in progress and ignores presses; keeps the focus. */
  busy?: boolean;
}

/** The look of a small button of the office, also for links beside it. */
export function toolLook(tone: keyof typeof tones): string {
  return `inline-flex min-h-9 items-center gap-2 rounded-lg border px-3 text-sm font-medium touch:min-h-11 duration-150 transition-colors aria-disabled:opacity-60 ${tones[tone]}`;
}

/** A small button of the office. */
export function ToolButton({
  icon: Icon,
  tone = 'plain',
  busy = false,
  children,
  onClick,
  className = '',
  'aria-disabled': isDisabled = false,
  ...rest
}: ToolButtonProps) {
  const isInert = busy || isDisabled === true;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      className={`${toolLook(tone)} ${children ? '' : 'justify-center touch:min-w-11'} ${className}`}
    >
      {busy ? (
        <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
      ) : (
        Icon && <Icon className="size-4 shrink-0" aria-hidden />
      )}
      {children}
    </button>
  );
}
