'use client';

import { type ComponentType, useEffect, useState } from 'react';
import type { StringsOf } from '@/lib/i18n/strings';
import { hasToastOrders, onToastOrder } from './toast';

/** Fetches the toaster's code ahead of the first toast, which may report a lost connection. */
export function warmToaster(): void {
  void import('./toaster').catch(() => undefined);
}

/** The place of the toasts: empty, and without their code, until the first one. */
export function ToastArea({ strings }: { strings: StringsOf<'toast_'> }) {
  const [Toaster, setToaster] = useState<ComponentType<{ strings: StringsOf<'toast_'> }>>();

  useEffect(() => {
    // If the code fails to load, toasts wait for the connection; the page shows their content, too.
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
