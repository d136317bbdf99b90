import type { Participant, Room } from 'livekit-client';
import { heardAttribute, liveKitNames, operatorIdentityPrefix } from '@/lib/contracts/token';
import type { AgentActivity, LiveRoomEvent } from '../chart/events';

/** The specification's rule: an identity that contains 'agent' is the agent. Ours begins with agentIdentityPrefix. */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/** The published state counts if it is speaking or thinking, else the visitor's voice. Without a state, the agent's own counts too. */
export function activityOf(
  state: string | undefined,
  speakers: readonly string[],
  visitor: string,
): AgentActivity {
  if (state === 'speaking' || state === 'thinking') return state;
  if (speakers.includes(visitor)) return 'hearing';
  return state === undefined && speakers.some(isAgent) ? 'speaking' : 'listening';
}

function isOperator({ identity }: Participant): boolean {
  return identity.startsWith(operatorIdentityPrefix);
}

/** Emits who is in the room, and what the agent does there. */
export class RoomParticipants {
  readonly #room: Room;
  readonly #emit: (event: LiveRoomEvent) => void;
  #agentState: string | undefined;
  #speakers: readonly string[] = [];
  #isOperatorListening = false;

  constructor(room: Room, emit: (event: LiveRoomEvent) => void) {
    this.#room = room;
    this.#emit = emit;
  }

  /** Reads who is in the room when it is entered. Nobody reports who has left while the connection was lost. */
  readAll(): void {
    this.#emitOperator();
    for (const participant of this.#room.remoteParticipants.values())
      if (!isOperator(participant)) this.handleJoined(participant);
  }

  handleJoined(participant: Participant): void {
    if (isOperator(participant)) this.#emitOperator();
    if (!isAgent(participant.identity)) return;
    this.#emit({ type: 'room.agentJoined' });
    this.readAttributes(participant);
  }

  handleLeft(participant: Participant): void {
    if (isAgent(participant.identity)) this.#emit({ type: 'room.agentLeft' });
    if (isOperator(participant)) this.#emitOperator();
  }

  /** Reads the state and the report that the agent publishes as attributes. */
  readAttributes({ identity, attributes }: Participant): void {
    if (!isAgent(identity)) return;
    this.#agentState = attributes[liveKitNames.stateAttribute];
    this.#emitActivity();
    const heard = attributes[heardAttribute];
    if (heard !== undefined) this.#emit({ type: 'room.visitorHeard', isHeard: heard === 'true' });
  }

  setSpeakers(speakers: readonly Participant[]): void {
    this.#speakers = speakers.map(({ identity }) => identity);
    this.#emitActivity();
  }

  #emitActivity(): void {
    const activity = activityOf(this.#agentState, this.#speakers, this.#room.localParticipant.identity);
    this.#emit({ type: 'room.agentActivity', activity });
  }

  #emitOperator(): void {
    const isListening = [...this.#room.remoteParticipants.values()].some(isOperator);
    if (isListening === this.#isOperatorListening) return;
    this.#isOperatorListening = isListening;
    this.#emit({ type: 'room.operator', isListening });
  }
}
