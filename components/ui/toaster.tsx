'use client';

import { useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { StringsOf } from '@/lib/i18n/strings';
import { onToastOrder, takeToastOrders, toastGutterPx, toastLimit } from './toast';
import type { Toast } from './toast';
import styles from './toaster.module.css';

function showNow(shown: Toast) {
  const options = { id: shown.id, duration: shown.durationMs };
  switch (shown.type) {
    case 'custom':
      return sonner.custom(() => shown.content, options);
    case 'blank':
      return sonner(shown.message, options);
    default:
      return sonner[shown.type](shown.message, options);
  }
}

function carryOut() {
  for (const order of takeToastOrders()) {
    if ('show' in order) showNow(order.show);
    else sonner.dismiss(order.dismiss);
  }
}

export default function Toaster({ strings }: { strings: StringsOf<'toast_'> }) {
  useEffect(() => {
    carryOut();
    return onToastOrder(carryOut);
  }, []);

  return (
    <Sonner
      position="top-center"
      theme="system"
      expand
      visibleToasts={toastLimit}
      gap={toastGutterPx}
      offset={{ top: '5.25rem' }}
      mobileOffset={{ top: '5.25rem', left: '1rem', right: '1rem' }}
      closeButton
      containerAriaLabel={strings.toast_area}
      className={styles.area}
      toastOptions={{
        closeButtonAriaLabel: strings.toast_close,
        classNames: {
          toast: styles.toast,
          closeButton: styles.close,
          error: styles.error,
          success: styles.success,
          loading: styles.loading,
        },
      }}
    />
  );
}
