'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import type { StringsOf } from '@/lib/i18n/strings';
import { hasToastOrders, onToastOrder } from './toast';

/** Fetches the toaster's code ahead of the first toast, for a toast that tells of a lost connection must not need one. */
export function warmToaster(): void {
  void import('./toaster').catch(() => undefined);
}

const Toaster = lazy(() => import('./toaster'));

/** The place of the toasts: empty, and without their code, until the first one is asked for. */
export function ToastArea({ strings }: { strings: StringsOf<'toast_'> }) {
  const [needed, setNeeded] = useState(false);

  useEffect(() => {
    const look = () => setNeeded((already) => already || hasToastOrders());
    look();
    return onToastOrder(look);
  }, []);

  return needed ? (
    <Suspense>
      <Toaster strings={strings} />
    </Suspense>
  ) : null;
}
