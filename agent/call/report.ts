import type { CallEvent, EndReason, Spent, Turn } from '../../lib/contracts/call-events.ts';
import type { RoomEvent } from '../conversation/policy-state.ts';

/** Where a conversation reports; `ended` comes once, last. */
export interface CallReport {
  started(atMs: number, planVersion: string): void;
  turn(turn: Turn): void;
  found(event: CallEvent): void;
  /** @param spent after the agent's last turn */
  ended(reason: EndReason, atMs: number, spent?: Spent): void;
}

/** The agent of a call. */
export interface CallAgent {
  /** Publishes the agent's voice; called once, in a connected room, before any event. */
  open(): Promise<void>;
  handle(event: RoomEvent): void;
  close(): Promise<void>;
}
