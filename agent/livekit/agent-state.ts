import type { Room } from '@livekit/rtc-node';
import { log } from '../../lib/server/platform/log.ts';

/** LiveKit's states of an agent; clients read them from an attribute of its participant. */
export type AgentState = 'initializing' | 'listening' | 'thinking' | 'speaking';

export function tellAgentState(room: Room, state: AgentState): void {
  if (!room.isConnected) return;
  room.localParticipant
    ?.setAttributes({ 'lk.agent.state': state })
    .catch((cause: unknown) => log.warn('agent_state_not_told', { state }, cause));
}
