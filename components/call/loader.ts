import { type ComponentType, Fragment, type ReactNode } from 'react';
import { createStore } from '@/components/ui/store';
import type { StartRequest, VisitorEvent } from './chart/events';
import type { VoiceChatPanelProps } from './panel/frame';
import { lastReceipt } from './receipt';

/** The lazily loaded code of the call: 190 kB that a first visit does without. */
export interface CallModule {
  send: (event: VisitorEvent) => void;
  isCallOn: () => boolean;
  Panel: ComponentType<VoiceChatPanelProps>;
  /** Animates the panel inside it. */
  Moving: ComponentType<{ children: ReactNode }>;
}

interface PendingCommand {
  event: VisitorEvent;
  /** Called when the visitor closes the panel, or does something else, before the code has loaded. */
  onDropped?: (() => void) | undefined;
}

type LoadState =
  | { name: 'closed' }
  /** `missing`: the code could not be loaded. */
  | { name: 'loading' | 'missing'; pending: PendingCommand }
  | { name: 'ready'; call: CallModule };

export const closedPanel: LoadState = { name: 'closed' };

/** Loads the call's code and passes it one command at a time. */
export class CallLoader {
  readonly state = createStore<LoadState>(closedPanel);
  readonly #load: () => Promise<CallModule>;
  #call: CallModule | Promise<CallModule> | undefined;
  #isFocusDue = false;

  constructor(load: () => Promise<CallModule>) {
    this.#load = load;
  }

  /** Loads the code once; the form calls this while the visitor still types. A failed load is tried again the next time. */
  async warm(): Promise<CallModule> {
    this.#call ??= this.#load();
    try {
      this.#call = await this.#call;
      return this.#call;
    } catch (error) {
      this.#call = undefined;
      throw error;
    }
  }

  /** Opens the panel, and sends the call an event once its code has loaded. */
  async run(pending: PendingCommand): Promise<void> {
    if (this.#pending !== pending) this.#pending?.onDropped?.();
    this.#isFocusDue = true;
    if (this.#call && !(this.#call instanceof Promise)) return this.#send(this.#call, pending.event);
    this.state.set({ name: 'loading', pending });
    try {
      const call = await this.warm();
      if (this.#pending === pending) this.#send(call, pending.event);
    } catch (error) {
      console.error('The call could not be loaded:', error);
      if (this.#pending === pending) this.state.set({ name: 'missing', pending });
    }
  }

  retry(): void {
    if (this.#pending) void this.run(this.#pending);
  }

  /** Closes the panel; a command that waits for the code is dropped. */
  close(): void {
    this.#pending?.onDropped?.();
    this.state.set(closedPanel);
  }

  /** True once after each command. A panel that is redrawn in another language takes no focus. */
  takeFocus(): boolean {
    const isDue = this.#isFocusDue;
    this.#isFocusDue = false;
    return isDue;
  }

  /** True while a call is on or its code loads, so that no other may start. */
  isCallOn(): boolean {
    const state = this.state.get();
    return state.name === 'loading' || (state.name === 'ready' && state.call.isCallOn());
  }

  get #pending(): PendingCommand | undefined {
    const state = this.state.get();
    return state.name === 'loading' || state.name === 'missing' ? state.pending : undefined;
  }

  #send(call: CallModule, event: VisitorEvent): void {
    call.send(event);
    this.state.set({ name: 'ready', call });
  }
}

export const callLoader = new CallLoader(async () => {
  // The panel brings call.ts with it: two chunks would duplicate the code that both use.
  const [panel, moving] = await Promise.allSettled([import('./panel/panel'), import('./panel/moving')]);
  // Both have ended here, so a retry does not join a download that is about to fail.
  if (panel.status === 'rejected') throw panel.reason;
  const { send, isCallOn, VoiceChatPanel: Panel } = panel.value;
  // The call works without its motion.
  return { send, isCallOn, Panel, Moving: moving.status === 'fulfilled' ? moving.value.Moving : Fragment };
});

export function openCall(request: StartRequest): void {
  void callLoader.run({ event: { type: 'start', request } });
}

/** Shows the receipt of the last call again. */
export function openLastCall(): void {
  const receipt = lastReceipt.get();
  if (receipt === null) return;
  const { room, outcome, typing, isEndedByOffice } = receipt;
  void callLoader.run({
    event: { type: 'showLastCall', room, outcome, isTyping: typing, isEndedByOffice },
  });
}

/** Shows the remaining wait until the next call. */
export function openCooldown(): void {
  void callLoader.run({ event: { type: 'showCooldown' } });
}
