import { storedJson, tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import type { Outcome } from './call-machine';
import { cooldownUntilMs, startCooldown } from '@/lib/contracts/cooldown';

/** A finished call as its visitor may see, hear and delete it. */
export interface Receipt {
  room: string;
  /** As the visitor typed it, and as its lead has it once that is known; empty where none was given. */
  phone: string;
  token: string;
  durationMs: number;
  /** How long each of the agent's answers took, from the visitor's last sound to the agent's first. */
  answersMs: readonly number[];
  /** How loud the visitor was from the beginning to the end, 0 to 1. */
  voice: readonly number[];
  /** Plays the conversation as it was sent; null once it is deleted. */
  audioUrl: string | null;
  /** Of a call that was no conversation. */
  outcome?: Outcome;
  /** Without a microphone. */
  typing?: boolean;
  /** `retrying`: kept until the next try of this visit; `waiting` and `refused`: until the next visit. */
  delivery: 'sending' | 'retrying' | Delivered['delivery'];
  /** The browser keeps nothing: what has not arrived is lost with the page. */
  unkept?: boolean;
  /** How much of the recording has been sent, 0 to 1. */
  sentShare: number;
}

/** How a delivery came out; `phone` is the number that the lead has. */
export type Delivered =
  { delivery: 'arrived'; phone?: string } | { delivery: 'waiting' | 'refused' | 'deleted' | 'lost' };

/** The last call of this visit that was recorded, for the panel and for the hero. */
export const lastReceipt = createStore<Receipt | null>(null);

/** How many recordings are being sent that would be lost with the page: nothing keeps them. */
export const unkeptDeliveries = createStore(0);

/** When the next call is possible, milliseconds since 1970; null while nothing holds it back. */
export const nextCall = createStore<number | null>(null);

/** The key in session storage of the last call. */
const receiptKey = 'ovoz_last_call';

/** Shows what became of the last call, and keeps it for a reload of this tab: all but the sound. */
export function keepReceipt(receipt: Receipt): void {
  const before = lastReceipt.get()?.audioUrl;
  if (before && before !== receipt.audioUrl) URL.revokeObjectURL(before);
  lastReceipt.set(receipt);
  // A page that is gone sends nothing any more: the next one does.
  const later = receipt.unkept ? 'lost' : 'waiting';
  const kept: Receipt = {
    ...receipt,
    audioUrl: null,
    delivery: isBeingSent(receipt) ? later : receipt.delivery,
  };
  tabStorage.setItem(receiptKey, JSON.stringify(kept));
}

function isBeingSent({ delivery }: Receipt): boolean {
  return delivery === 'sending' || delivery === 'retrying';
}

/** Brings back what a reload took: the last call of this tab. */
export function readReceipt(): void {
  const kept = storedJson(tabStorage, receiptKey);
  if (isReceipt(kept) && lastReceipt.get() === null) lastReceipt.set(kept);
}

function isReceipt(kept: unknown): kept is Receipt {
  return typeof kept === 'object' && kept !== null && 'room' in kept && 'delivery' in kept;
}

/** Tells on the card of this call what became of it; of a deleted one nothing is kept. */
export function noteDelivery(room: string, delivered: Delivered): void {
  readReceipt();
  const receipt = lastReceipt.get();
  if (receipt?.room !== room) return;
  if (delivered.delivery !== 'deleted') return keepReceipt({ ...receipt, ...delivered });
  keepReceipt({ ...receipt, ...delivered, audioUrl: null, voice: [], phone: '', token: '' });
}

/** The key in session storage of the call that this tab is in. */
const callKey = 'ovoz_call';

/** Notes in which call this tab is. */
export function noteCall(room: string): void {
  tabStorage.setItem(callKey, room);
}

/** Whether this tab was in the call: it may have been reloaded or restored, but not closed. */
export function wasInCall(room: string): boolean {
  return tabStorage.getItem(callKey) === room;
}

/** Reads whether this tab is in its cooldown. */
export function readCooldown(): number | null {
  const untilMs = cooldownUntilMs(tabStorage, Date.now());
  if (untilMs !== nextCall.get()) nextCall.set(untilMs);
  return untilMs;
}

/** Begins a cooldown, for 30 minutes or what a server has left of them, and gives its end. */
export function beginCooldown(lengthMs?: number): number {
  const untilMs = startCooldown(tabStorage, Date.now(), lengthMs);
  nextCall.set(untilMs);
  return untilMs;
}
