'use client';

import { useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { StringsOf } from '@/lib/i18n/strings';
import { onToastOrder, takeToastOrders, toastGutterPx, toastLimit } from './toast';
import type { Toast } from './toast';
import styles from './toaster.module.css';

function showNow(newToast: Toast) {
  const options = { id: newToast.id, duration: newToast.durationMs };
  switch (newToast.type) {
    case 'custom':
      return sonner.custom(() => newToast.content, options);
    case 'blank':
      return sonner(newToast.message, options);
    default:
      return sonner[newToast.type](newToast.message, options);
  }
}

function runOrders() {
  for (const order of takeToastOrders()) {
    if ('show' in order) showNow(order.show);
    else sonner.dismiss(order.dismiss);
  }
}

export default function Toaster({ strings }: { strings: StringsOf<'toast_'> }) {
  useEffect(() => {
    runOrders();
    return onToastOrder(runOrders);
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
