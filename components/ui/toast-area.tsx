'use client';

import { type ComponentType, useEffect, useState } from 'react';
import type { StringsOf } from '@/lib/i18n/strings';
import { hasToastOrders, onToastOrder } from './toast';

/** Fetches the toaster's code ahead of the first toast, for a toast that tells of a lost connection must not need one. */
export function warmToaster(): void {
  void import('./toaster').catch(() => undefined);
}

/** The place of the toasts: empty, and without their code, until the first one is asked for. */
export function ToastArea({ strings }: { strings: StringsOf<'toast_'> }) {
  const [Toaster, setToaster] = useState<ComponentType<{ strings: StringsOf<'toast_'> }>>();

  useEffect(() => {
    // Where its code cannot be had the toasts wait for the connection; what they say stands on the page, too.
    const look = () => {
      if (hasToastOrders())
        import('./toaster').then(
          (loaded) => setToaster(() => loaded.default),
          () => undefined,
        );
    };
    look();
    window.addEventListener('online', look);
    const end = onToastOrder(look);
    return () => {
      window.removeEventListener('online', look);
      end();
    };
  }, []);

  return Toaster && <Toaster strings={strings} />;
}
