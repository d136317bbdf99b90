import type { ComponentType } from 'react';
import { createStore } from '@/components/ui/store';
import type { CallOptions } from './call';
import type { CallRequest } from './call-machine';
import type { VoiceChatPanelProps } from './panel/frame';

/** The call and the panel that shows it, as the page loads them: livekit-client is 150 kB that the first load does without. */
interface CallModule {
  startCall: (request: CallRequest, options: CallOptions) => void;
  reopenCall: () => void;
  showCooldown: () => void;
  isCallOn: () => boolean;
  Panel: ComponentType<VoiceChatPanelProps>;
}

/** Load state of the panel's module. */
type Entry = { state: 'none' | 'loading' | 'missing' } | { state: 'ready'; call: CallModule };

const nothing: Entry = { state: 'none' };

export const callEntry = createStore<Entry>(nothing);

export function entryAtServer(): Entry {
  return nothing;
}

let loading: Promise<CallModule> | undefined;
let loaded: CallModule | undefined;
let focusDue = false;

async function load(): Promise<CallModule> {
  const [call, { VoiceChatPanel }] = await Promise.all([import('./call'), import('./panel/panel')]);
  const { startCall, reopenCall, showCooldown, isCallOn: isOn } = call;
  return { startCall, reopenCall, showCooldown, isCallOn: isOn, Panel: VoiceChatPanel };
}

/** Fetches the call while the visitor still types. A failed fetch is tried again the next time. */
export function warmCall(): Promise<CallModule> {
  loading ??= load().then(
    (call) => (loaded = call),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Asked for, and not shown yet. */
interface Wish {
  act: (call: CallModule) => void;
  /** The visitor has closed the panel before the code came, or asked for something else. */
  onDropped?: (() => void) | undefined;
}

let wanted: Wish | undefined;

function wish(next: Wish | undefined): void {
  if (next !== wanted) wanted?.onDropped?.();
  wanted = next;
}

async function show(asked: Wish): Promise<void> {
  wish(asked);
  focusDue = true;
  let call = loaded;
  try {
    if (call === undefined) callEntry.set({ state: 'loading' });
    call ??= await warmCall();
  } catch (error) {
    console.error('The call could not be loaded:', error);
    if (wanted === asked) callEntry.set({ state: 'missing' });
    return;
  }
  // Closed before it had come.
  if (wanted !== asked) return;
  wanted = undefined;
  try {
    asked.act(call);
    callEntry.set({ state: 'ready', call });
  } catch (error) {
    // A defect of ours is no lost connection: the place is cleared, and the error goes to whoever watches for errors.
    callEntry.set(nothing);
    throw error;
  }
}

/** Asks once more for what could not be loaded. */
export function retryEntry(): void {
  if (wanted) void show(wanted);
}

/**
 * Opens the panel and starts the call. The call lives in its module, not in React: a change of page or language keeps it.
 * @param onDropped called where the panel was closed before it could start
 */
export function openCall(
  request: CallRequest,
  options: CallOptions = {},
  onDropped?: () => void,
): Promise<void> {
  return show({ act: (call) => call.startCall(request, options), onDropped });
}

/** Shows what is known of the last call again. */
export function openLastCall(): Promise<void> {
  return show({ act: (call) => call.reopenCall() });
}

/** Shows how long the visitor has to wait for the next call. */
export function openCooldown(): Promise<void> {
  return show({ act: (call) => call.showCooldown() });
}

/** Whether the panel is new and takes the focus: not when it only comes back with another language. */
export function takeFocus(): boolean {
  const due = focusDue;
  focusDue = false;
  return due;
}

/** Whether a call is on: another one has to wait for its end. */
export function isCallOn(): boolean {
  const entry = callEntry.get();
  return entry.state === 'loading' || (entry.state === 'ready' && entry.call.isCallOn());
}

/** Closes the panel; what is still loading does not open it again. */
export function leaveEntry(): void {
  wish(undefined);
  callEntry.set(nothing);
}
