import { storedJson, tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import type { LeadReceipt } from '@/lib/contracts/recording';
import type { Caption } from './captions';
import type { Outcome } from './chart/events';

/** A finished call as its visitor may see, hear and delete it. */
export interface CallReceipt {
  room: string;
  /** The typed number, later that of the lead; empty without a number. */
  phone: string;
  token: string;
  durationMs: number;
  /** The wait before each of the agent's answers, from the visitor's last sound to the agent's first. */
  answerWaitsMs: readonly number[];
  /** How loud the visitor was from the beginning to the end, 0 to 1. */
  voice: readonly number[];
  /** Plays the recorded conversation; null after a reload, and once it is deleted. */
  audioUrl: string | null;
  /** Why the call was no conversation. */
  outcome?: Outcome;
  isEndedByOffice?: boolean;
  /** The visitor typed; there was no microphone. */
  typing?: boolean;
  /** How loud the agent was, at the times of `voice`. */
  agentVoice?: readonly number[];
  /** When the visitor asked to be called back, once the lead has it. */
  callBack?: LeadReceipt['callBack'];
  /** The words of both sides, spoken or typed, in order. */
  captions?: readonly Caption[];
  /** `retrying`: this visit tries again; `waiting` and `refused`: the next visit does. */
  delivery: 'sending' | 'retrying' | Delivered['delivery'];
  /** The browser stores nothing: what has not arrived is lost with the page. */
  unsaved?: boolean;
  /** How much of the recording has been sent, 0 to 1. */
  sentShare: number;
}

/** The result of a delivery. `phone` and `callBack` are those of the lead. */
export type Delivered =
  | { delivery: 'arrived' | 'discarded'; phone?: string; callBack?: LeadReceipt['callBack'] }
  | { delivery: 'waiting' | 'refused' | 'deleted' | 'lost' };

/** The last call of this visit that was recorded, for the panel and for the hero. */
export const lastReceipt = createStore<CallReceipt | null>(null);

/** How many recordings are being sent that the browser could not store: leaving the page loses them. */
export const unsavedDeliveries = createStore(0);

/** The key in session storage of the last call. */
const receiptKey = 'ovoz_last_call';

/** Shows the receipt and saves it, without its sound, for a reload of this tab. */
export function saveReceipt(receipt: CallReceipt): void {
  const previousUrl = lastReceipt.get()?.audioUrl;
  if (previousUrl && previousUrl !== receipt.audioUrl) URL.revokeObjectURL(previousUrl);
  lastReceipt.set(receipt);
  // A reload ends this page's delivery; the reloaded page sends what is stored.
  const deliveryAfterReload = receipt.unsaved ? 'lost' : 'waiting';
  const saved: CallReceipt = {
    ...receipt,
    audioUrl: null,
    delivery: isBeingSent(receipt) ? deliveryAfterReload : receipt.delivery,
  };
  tabStorage.setItem(receiptKey, JSON.stringify(saved));
}

function isBeingSent({ delivery }: CallReceipt): boolean {
  return delivery === 'sending' || delivery === 'retrying';
}

/** Fields that a receipt of an older release may lack. */
const absentFields = {
  phone: '',
  token: '',
  durationMs: 0,
  answerWaitsMs: [],
  voice: [],
  audioUrl: null,
  sentShare: 0,
};

/** Shows the receipt of this tab's last call after a reload, and when the browser restores an older page of the tab. */
export function readReceipt(): void {
  const saved = storedJson(tabStorage, receiptKey);
  if (isReceipt(saved) && saved.room !== lastReceipt.get()?.room)
    lastReceipt.set({ ...absentFields, ...saved });
}

function isReceipt(saved: unknown): saved is Omit<CallReceipt, keyof typeof absentFields> {
  return typeof saved === 'object' && saved !== null && 'room' in saved && 'delivery' in saved;
}

let channel: BroadcastChannel | undefined;

/** Opens the channel on which tabs share results: another tab may send the recording of this tab's call. */
function openChannel(): void {
  if (channel) return;
  try {
    channel = new BroadcastChannel('ovoz-deliveries');
    channel.onmessage = ({ data }: MessageEvent<{ room: string; delivered: Delivered }>) =>
      updateReceipt(data.room, data.delivered);
  } catch {
    // Firefox refuses it if the visitor blocks site data. Such tabs share no stored recordings either.
  }
}

// A tab without a receipt has nothing to update.
lastReceipt.subscribe(openChannel);

/** Updates the receipt of this call, in each tab that has it. */
export function saveDelivery(room: string, delivered: Delivered): void {
  readReceipt();
  updateReceipt(room, delivered);
  openChannel();
  channel?.postMessage({ room, delivered });
}

/** A discarded recording leaves no sound and no words in its receipt, a deleted call no data at all. */
function updateReceipt(room: string, delivered: Delivered): void {
  const receipt = lastReceipt.get();
  // The answer to an upload may come after that to the deletion.
  if (receipt?.room !== room || receipt.delivery === 'deleted') return;
  const updated = { ...receipt, ...delivered };
  const withoutRecording = { ...updated, audioUrl: null, voice: [], agentVoice: [], captions: [] };
  if (delivered.delivery === 'deleted') saveReceipt({ ...withoutRecording, phone: '', token: '' });
  else saveReceipt(delivered.delivery === 'discarded' ? withoutRecording : updated);
}
