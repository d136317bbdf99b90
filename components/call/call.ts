import type { Language } from '@/lib/i18n/language';
import type * as callModule from './call-module';

/** What the phone form asks for. */
export interface CallRequest {
  phone: string;
  language: Language;
}

/** The panel's element, for whoever leads the visitor to it. */
export const callPanelId = 'call-panel';

type CallModule = typeof callModule;

/** The panel's place on the page: nothing, the panel's module on its way, there, or not to be had. */
export type Entry = { state: 'none' | 'loading' | 'missing' } | { state: 'ready'; call: CallModule };

let entry: Entry = { state: 'none' };
let loading: Promise<CallModule> | undefined;
let focusDue = false;
const listeners = new Set<() => void>();

function show(next: Entry): void {
  entry = next;
  for (const listener of listeners) listener();
}

/**
 * Fetches the call and livekit-client (150 kB that the first load does without) while the visitor still types.
 * A failed fetch is tried again the next time.
 */
export function warmCall(): Promise<CallModule> {
  loading ??= import('./call-module').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Opens the panel and starts the call. The call lives in its module, not in React: a change of page or language keeps it. */
export async function openCall(request: CallRequest): Promise<void> {
  focusDue = true;
  if (entry.state === 'none' || entry.state === 'missing') show({ state: 'loading' });
  try {
    const call = await warmCall();
    call.startCall(request);
    show({ state: 'ready', call });
  } catch {
    show({ state: 'missing' });
  }
}

/** Whether the panel is new and takes the focus: not when it only comes back with another language. */
export function takeFocus(): boolean {
  const due = focusDue;
  focusDue = false;
  return due;
}

/** Whether a call is on: another one has to wait for its end. */
export function isCallOn(): boolean {
  return entry.state === 'loading' || (entry.state === 'ready' && entry.call.isCallOn());
}

export function leaveEntry(): void {
  show({ state: 'none' });
}

export const callEntry = {
  get: () => entry,
  atServer: (): Entry => serverEntry,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const serverEntry: Entry = { state: 'none' };
