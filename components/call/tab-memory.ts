import { tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import { cooldownUntilMs, startCooldown } from '@/lib/contracts/cooldown';

/** When the cooldown ends, milliseconds since 1970; null without a cooldown. */
export const cooldownEnd = createStore<number | null>(null);

/** The key in session storage of the call that this tab is in. */
const callKey = 'ovoz_call';

/** Saves the call's room, so that this tab resumes the call after a reload. */
export function saveCurrentCall(room: string): void {
  tabStorage.setItem(callKey, room);
}

/** True if this tab was in the call: it was reloaded or restored, not closed. */
export function wasInCall(room: string): boolean {
  return tabStorage.getItem(callKey) === room;
}

/** Returns when the cooldown of this tab ends; null without one. */
export function readCooldown(): number | null {
  return cooldownUntilMs(tabStorage, Date.now());
}

/** Shows the cooldown of this tab, or its end. */
export function refreshCooldown(): void {
  const untilMs = readCooldown();
  if (untilMs !== cooldownEnd.get()) cooldownEnd.set(untilMs);
}

/** Starts a cooldown until `untilMs`, for at most 30 minutes. */
export function beginCooldown(untilMs: number): void {
  const nowMs = Date.now();
  cooldownEnd.set(startCooldown(tabStorage, nowMs, untilMs - nowMs));
}
