'use client';

import { type ComponentType, useEffect, useState } from 'react';
import type { StringsOf } from '@/lib/i18n/strings';
import { hasToastOrders, onToastOrder } from './toast';

/** Fetches the toaster's code ahead of the first toast, which may report a lost connection. */
export function warmToaster(): void {
  void import('./toaster').catch(() => undefined);
}

/** The place of the toasts. It is empty and loads no toaster until the first toast. */
export function ToastArea({ strings }: { strings: StringsOf<'toast_'> }) {
  const [Toaster, setToaster] = useState<ComponentType<{ strings: StringsOf<'toast_'> }>>();

  useEffect(() => {
    // If the code fails to load, toasts wait for the connection; the page shows their content, too.
    const loadIfOrdered = () => {
      if (hasToastOrders())
        import('./toaster').then(
          (toasterModule) => setToaster(() => toasterModule.default),
          () => undefined,
        );
    };
    loadIfOrdered();
    window.addEventListener('online', loadIfOrdered);
    const unsubscribe = onToastOrder(loadIfOrdered);
    return () => {
      window.removeEventListener('online', loadIfOrdered);
      unsubscribe();
    };
  }, []);

  return Toaster && <Toaster strings={strings} />;
}
