import type { ReactElement } from 'react';

/** Spec.md section 4: how long each type of toast stays, in milliseconds. */
export const toastDurationsMs = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Infinity,
  custom: 4000,
} as const;

/** Sections 4 and 9. */
export const toastLimit = 20;
export const toastGutterPx = 8;

export type ToastType = keyof typeof toastDurationsMs;

export type Toast = { id: string; durationMs: number } & (
  { type: Exclude<ToastType, 'custom'>; message: string } | { type: 'custom'; content: ReactElement }
);

export type ToastOrder = { show: Toast } | { dismiss: string };

/** Where orders wait until the toaster, which is loaded with the first of them, takes them. */
const waiting: ToastOrder[] = [];
const listeners = new Set<() => void>();
let lastId = 0;

function order(next: ToastOrder) {
  waiting.push(next);
  for (const listener of listeners) listener();
}

interface ToastOptions {
  /** The toast to replace; a new one without it. */
  id?: string;
  /** How long it stays instead of its type's own time. */
  durationMs?: number;
}

function show(type: Exclude<ToastType, 'custom'>, message: string, options: ToastOptions = {}): string {
  const id = options.id ?? `toast-${++lastId}`;
  order({ show: { type, message, id, durationMs: options.durationMs ?? toastDurationsMs[type] } });
  return id;
}

/** Shows a toast at the top centre and gives its id, with which it can be replaced or dismissed. */
export const toast = {
  blank: (message: string, options?: ToastOptions) => show('blank', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  loading: (message: string, options?: ToastOptions) => show('loading', message, options),
  custom(content: ReactElement, options: ToastOptions = {}): string {
    const id = options.id ?? `toast-${++lastId}`;
    order({
      show: { type: 'custom', content, id, durationMs: options.durationMs ?? toastDurationsMs.custom },
    });
    return id;
  },
  dismiss: (id: string) => order({ dismiss: id }),
};

export function onToastOrder(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasToastOrders(): boolean {
  return waiting.length > 0;
}

/** Takes what waits, oldest first. */
export function takeToastOrders(): ToastOrder[] {
  return waiting.splice(0);
}
