import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClose'> {
  ref?: RefObject<HTMLDialogElement | null>;
  /** Called once the dialog has left the screen. */
  onClose: () => void;
}

/** A modal dialog that opens when it is mounted. `ref.current.close()` closes it with its exit animation. */
export function Dialog({ ref, onClose, className = '', ...rest }: DialogProps) {
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
      onClose={({ currentTarget, target }) => target === currentTarget && void reportExit(currentTarget)}
      className={`${dialogLook} ${className}`}
    />
  );
}

/** The look of a dialog, also for one that stays mounted. */
export const dialogLook = `${styles.dialog} rounded-xl border border-line bg-paper-raised text-ink shadow-float backdrop:bg-night/50`;
