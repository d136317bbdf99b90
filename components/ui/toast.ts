import type { ReactElement } from 'react';
import { createStore } from './store';

/** How long each type of toast stays, in milliseconds. */
const toastDurationsMs = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Infinity,
  custom: 4000,
} as const;

/** At most this many toasts are visible at once. */
export const toastLimit = 20;
export const toastGutterPx = 8;

export type ToastType = keyof typeof toastDurationsMs;

export type Toast = { id: string; durationMs: number } & (
  { type: Exclude<ToastType, 'custom'>; message: string } | { type: 'custom'; content: ReactElement }
);

export type ToastOrder = { show: Toast } | { dismiss: string };

/** Queues toasts until the toaster is loaded, which the first toast causes. */
const queuedOrders = createStore<readonly ToastOrder[]>([]);
let lastId = 0;

function queueOrder(newOrder: ToastOrder) {
  queuedOrders.set([...queuedOrders.get(), newOrder]);
}

interface ToastOptions {
  /** The toast to replace; creates one if absent. */
  id?: string;
  /** How long it stays, instead of its type's default. */
  durationMs?: number;
}

function show(type: Exclude<ToastType, 'custom'>, message: string, options: ToastOptions = {}): string {
  const id = options.id ?? `toast-${++lastId}`;
  queueOrder({ show: { type, message, id, durationMs: options.durationMs ?? toastDurationsMs[type] } });
  return id;
}

/** Shows a toast at the top centre and returns its id, for replacing or dismissing it. */
export const toast = {
  blank: (message: string, options?: ToastOptions) => show('blank', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  loading: (message: string, options?: ToastOptions) => show('loading', message, options),
  custom(content: ReactElement, options: ToastOptions = {}): string {
    const id = options.id ?? `toast-${++lastId}`;
    queueOrder({
      show: { type: 'custom', content, id, durationMs: options.durationMs ?? toastDurationsMs.custom },
    });
    return id;
  },
  dismiss: (id: string) => queueOrder({ dismiss: id }),
};

export const onToastOrder = queuedOrders.subscribe;

export function hasToastOrders(): boolean {
  return queuedOrders.get().length > 0;
}

/** Takes the queued toasts, oldest first. */
export function takeToastOrders(): readonly ToastOrder[] {
  const orders = queuedOrders.get();
  if (orders.length > 0) queuedOrders.set([]);
  return orders;
}
