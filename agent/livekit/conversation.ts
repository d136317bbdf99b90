import type { CallEvent, EndReason, Spent, Turn } from '../../lib/contracts/call-events.ts';

/** Room events that concern a conversation. Times are ms since 1970. */
export type RoomEvent =
  | { type: 'entered'; atMs: number }
  | { type: 'visitor_met'; atMs: number; identity: string }
  | { type: 'visitor_lost'; atMs: number; forGood: boolean }
  | { type: 'visitor_back'; atMs: number; identity: string }
  /** The visitor typed; it counts as their turn. */
  | { type: 'visitor_typed'; atMs: number; text: string }
  /** The field for typed answers is open or written in (`writing`), or was closed. */
  | { type: 'visitor_writes'; atMs: number; writing: boolean }
  /** The process has to stop, or something in the call broke. */
  | { type: 'failed'; atMs: number };

/** Where a conversation reports; `ended` comes once, last. */
export interface CallReport {
  started(atMs: number, planVersion: string): void;
  turn(turn: Turn): void;
  found(event: CallEvent): void;
  /** @param spent after the agent's last turn */
  ended(reason: EndReason, atMs: number, spent?: Spent): void;
}

/** One way of holding the conversation of a call: the scripted interview, or the language model. */
export interface Conversation {
  /** Publishes the agent's voice; called once, in a connected room, before any event. */
  open(): Promise<void>;
  handle(event: RoomEvent): void;
  close(): Promise<void>;
}
