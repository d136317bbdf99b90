import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClose' | 'title'> {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  ref?: RefObject<HTMLDialogElement | null>;
  /** Called once the dialog has left the screen. */
  onClose: () => void;
}

/** A modal dialog that opens when it is mounted. `ref.current.close()` closes it with its exit animation. */
export function Dialog({ title, aside, ref, onClose, className = '', children, ...rest }: DialogProps) {
  const titleId = useId();
  const ownRef = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? ownRef;

  useLayoutEffect(() => {
    const { current } = dialog;
    if (current?.open === false) current.showModal();
    // Closing the dialog returns the focus to the element that opened it.
    return () => current?.close();
  }, [dialog]);

  async function reportExit(element: HTMLDialogElement) {
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    if (!element.open && element.isConnected) onClose();
  }

  return (
    <dialog
      {...rest}
      ref={dialog}
      aria-labelledby={titleId}
      onClose={({ currentTarget, target }) => target === currentTarget && void reportExit(currentTarget)}
      className={`${dialogLook} m-auto overflow-y-auto p-5 ${className}`}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </dialog>
  );
}

/** The look of a dialog, also for one that stays mounted. */
export const dialogLook = `${styles.dialog} rounded-xl border border-line bg-paper-raised text-ink shadow-float backdrop:bg-night/50`;
