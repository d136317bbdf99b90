import type { Room } from '@livekit/rtc-node';
import { heardAttribute } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';

/** LiveKit's states of an agent; clients read them from an attribute of its participant. */
export type AgentState = 'initializing' | 'listening' | 'thinking' | 'speaking';

export function publishAgentState(room: Room, state: AgentState): void {
  if (!room.isConnected) return;
  room.localParticipant
    ?.setAttributes({ 'lk.agent.state': state })
    .catch((cause: unknown) => log.warn('agent_state_not_published', { state }, cause));
}

/** Whether the visitor has had a turn: by it the browser tells them that they were heard, as the web app sets the cooldown by it. */
export function publishVisitorHeard(room: Room, heard: boolean): void {
  if (!room.isConnected) return;
  room.localParticipant
    ?.setAttributes({ [heardAttribute]: String(heard) })
    .catch((cause: unknown) => log.warn('visitor_heard_not_published', { heard }, cause));
}
